import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout } from '../../.scripts/release/copy-checkout.mjs';

/** Of one test: some wait with a bug for what never comes. */
const timeoutMs = 30_000;
/** Of all that the text of a title finds. */
export const mostTestMs = 120_000;

/** What mocha has said of the tests whose titles hold a text: how many there were, and those that failed. */
const outcomeOf = (output) => {
  const lines = output.split('\n');
  const [, passed, failed] =
    lines.map((line) => line.match(/^(\d+) passed, (\d+) failed$/)).find((match) => match !== null) ?? [];
  const failures = lines.filter((line) => line.startsWith('failed: ') && !/" hook (?:for|in) "/.test(line));
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), failures, output };
};

/**
 * A copy of the checkout in which one bug at a time is planted; tests run from its sources, as they do in the checkout. The folder is the caller's to remove.
 */
export const createBugPlot = (folder) => {
  copyCheckout(folder, { withTests: true });

  const runTest = ({ test, title }) =>
    new Promise((resolve, reject) => {
      const mocha = join(folder, 'node_modules/mocha/bin/mocha.js');
      // With a bug some tests leave things open.
      const parameters = ['--exit', '--timeout', String(timeoutMs), '--forbid-only', '--forbid-pending', test, '--fgrep', title];
      const child = spawn(process.execPath, [mocha, ...parameters], {
        cwd: folder,
        env: { ...process.env, SVC_TEST_TIER: 'test' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      // A bug may turn into a loop that no timeout of mocha's ends. Mocha is a process of its own process.
      const deadline = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), mostTestMs);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
      child.once('error', reject);
      child.once('close', () => {
        clearTimeout(deadline);
        resolve(outcomeOf(output));
      });
    });

  return {
    runTest,
    /** What becomes of its test while the bug is there. */
    runWithBug: async (bug) => {
      const path = join(folder, bug.file);
      const right = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        right.replace(bug.find, () => bug.replace),
      );
      try {
        return await runTest(bug);
      } finally {
        writeFileSync(path, right);
      }
    },
  };
};
