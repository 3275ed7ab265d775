'use strict';

// Mocha 12 listens for unhandled rejections and drops them when nobody else does. Thrown again, one fails the test that runs.
process.on('unhandledRejection', (reason) => {
  throw reason instanceof Error ? reason : new Error(`rejected with ${String(reason)}`);
});
