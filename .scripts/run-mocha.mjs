import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './workspaces.mjs';

/** Shows nothing before `mayShow`, and then all of it. */
const createScreen = (mayShow) => {
  const waiting = [];
  let show = (text) => waiting.push(text);
  void mayShow.then(() => {
    process.stdout.write(waiting.join(''));
    show = (text) => process.stdout.write(text);
  });
  return (text) => show(text);
};

/** Runs mocha. Answers how it ended, what it has counted, the properties that it has played, and the line of each failed test. */
export const runMocha = ({ name, stack, parameters }, { environment, lane, mayShow }) =>
  new Promise((resolve, reject) => {
    const began = Date.now();
    const child = spawn('mocha', ['--forbid-only', '--forbid-pending', ...parameters], {
      cwd: root,
      env: { ...environment, SVC_TEST_STACK: stack, SVC_TEST_LANE: String(lane) },
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    const show = createScreen(mayShow);
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', show);
    const failures = [];
    const played = [];
    let count;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('failed: ')) failures.push(line.replace('failed', `failed on ${stack}`));
      if (line.startsWith('played: ')) played.push(JSON.parse(line.slice('played: '.length)));
      count = line.match(/^(\d+) passed, (\d+) failed$/) ?? count;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (!count) failures.push(`failed on ${stack}: mocha ended with ${signal ?? code} before it had counted`);
      const [, passed = 0, failed = failures.length] = count ?? [];
      const hasSucceeded = code === 0 && count !== undefined;
      const seconds = Math.round((Date.now() - began) / 1000);
      resolve({ name, stack, hasSucceeded, seconds, played, passed: Number(passed), failed: Number(failed), failures });
    });
  });
