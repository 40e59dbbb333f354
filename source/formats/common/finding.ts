/** What is wrong in a document, and where: `$.exchanges[0].messages[2].tool`. */
export type RuleFinding = {readonly path: string; readonly message: string};

/** Tells what is wrong at a place. */
export type Say = (path: string, message: string) => void;
