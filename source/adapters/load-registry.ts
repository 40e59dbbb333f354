/**
 * The adapters are loaded when a store has to be read: a list that the catalogue knows must not wait for seven agents'
 * worth of code.
 */
export const loadRegistry = () => import('./registry.ts');
