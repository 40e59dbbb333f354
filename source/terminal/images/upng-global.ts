/**
 * A part of the package `sixel` assigns to a variable that nobody declared, which is an error in a module, and so in our
 * bundle. This declares it; it has to be imported before the package.
 */
Object.assign(globalThis, {UPNG: undefined});
