/** A clock for tests of what happened today and what yesterday: it is three in the afternoon when it is first asked. */
const began = new Date();
const shift = new Date(began.getFullYear(), began.getMonth(), began.getDate(), 15).getTime() - began.getTime();

const realNow = Date.now;

export const afternoon = (): number => realNow() + shift;
