'use strict';
const { reporters, Runner } = require('mocha');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } = Runner.constants;

/** Mocha's own listing, then one plain last line: how many passed, how many failed. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    let passed = 0;
    let failed = 0;
    runner.on(EVENT_TEST_PASS, () => (passed += 1));
    runner.on(EVENT_TEST_FAIL, () => (failed += 1));
    runner.once(EVENT_RUN_END, () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
};
