import { register } from 'node:module';

/*
 * Runs TypeScript as it lies here. `tsx` does so too, but defines the name of every function each time that it is made, and has what one module takes
 * from another go through a getter: tests in this process took twice as many processor seconds with it.
 */
register('./hooks.mjs', import.meta.url);

// Mocha would require each file first, then import it, and say of one that cannot be imported no more than that it cannot be required.
Object.defineProperty(process.features, 'require_module', { value: false });
