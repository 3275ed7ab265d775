'use strict';
const { relative } = require('node:path');
const { reporters, Runner } = require('mocha');

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_END, EVENT_RUN_END } = Runner.constants;

const fileOf = (test) => relative('', test.file ?? '');

/** One line: the file, the titles, and the beginning of what the error says. */
const failure = (test, error) => {
  const message = String(error.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 400);
  return `failed: ${fileOf(test)}: ${test.titlePath().join(' > ')}: ${message}\n`;
};

/** One line for each property that `rounds` of `@svc/test-services` has named: how often it was played, and how its file fared. */
const played = (files) =>
  (globalThis.svcPlayedProperties ?? []).map(({ property, rounds, calledFrom }) => {
    const [file, { ms, failed }] = [...files].find(([name]) => calledFrom.includes(name)) ?? ['', { ms: 0, failed: 0 }];
    return `played: ${JSON.stringify({ property, rounds, file, ms, failed })}\n`;
  });

/** Mocha's own listing, then a plain line for each property and each failed test, and one last line: how many passed, how many failed. */
module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    let passed = 0;
    let last = Date.now();
    const failures = [];
    const files = new Map();
    const file = (test) => {
      const name = fileOf(test);
      if (!files.has(name)) files.set(name, { ms: 0, failed: 0 });
      return files.get(name);
    };
    runner.on(EVENT_TEST_PASS, () => (passed += 1));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      failures.push(failure(test, error));
      file(test).failed += 1;
    });
    runner.on(EVENT_TEST_END, (test) => {
      const now = Date.now();
      file(test).ms += now - last;
      last = now;
    });
    runner.once(EVENT_RUN_END, () => {
      const lines = [...played(files), ...failures];
      process.stdout.write(`${lines.join('')}${passed} passed, ${failures.length} failed\n`);
    });
  }
};
