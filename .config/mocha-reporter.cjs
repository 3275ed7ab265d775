'use strict';
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } = Runner.constants;

/** One line: the file, the titles, and the beginning of what the error says. */
const failure = (test, error) => {
  const message = String(error.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 400);
  return `failed: ${relative('', test.file ?? '')}: ${test.titlePath().join(' > ')}: ${message}\n`;
};

/** Mocha's own listing, then a plain line for each failed test, and one last line: how many passed, how many failed. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    let passed = 0;
    const failures = [];
    runner.on(EVENT_TEST_PASS, () => (passed += 1));
    runner.on(EVENT_TEST_FAIL, (test, error) => failures.push(failure(test, error)));
    runner.once(EVENT_RUN_END, () => process.stdout.write(`${failures.join('')}${passed} passed, ${failures.length} failed\n`));
  }
};
