import { Module, register } from 'node:module';

/*
 * Runs TypeScript as it lies here. `tsx` does so too, but defines the name of every function each time that it is made, and has what one module takes
 * from another go through a getter: tests in this process took twice as many processor seconds with it.
 */
register('./hooks.mjs', import.meta.url);

// Mocha imports what cannot be required.
Module._extensions['.ts'] = (_module, file) => {
  throw Object.assign(new Error(`${file} is an ECMAScript module`), { code: 'ERR_REQUIRE_ESM' });
};
