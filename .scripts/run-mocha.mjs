import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './workspaces.mjs';

/** Services stop within it. Mocha is not told to exit, so that what a test leaves open is found out. */
const mostEndingMs = 60_000;

/**
 * A test process starts thousands of others, and each start copies the tables of its memory's pages: of small pages that takes longer than what the started
 * process does. glibc takes memory in huge pages with these; another C library does not read them.
 */
const hugePages = 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432';

const mocha = join(root, 'node_modules/mocha/bin/mocha.js');

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
export const runMocha = ({ name, stack, parameters }, { environment, lane, timeoutMs, mayShow }) =>
  new Promise((resolve, reject) => {
    const began = Date.now();
    const child = spawn(
      process.execPath,
      [mocha, '--forbid-only', '--forbid-pending', '--timeout', String(timeoutMs), ...parameters],
      {
        cwd: root,
        env: { GLIBC_TUNABLES: hugePages, ...environment, SVC_TEST_STACK: stack, SVC_TEST_LANE: String(lane) },
        stdio: ['inherit', 'pipe', 'pipe'],
      },
    );
    const show = createScreen(mayShow);
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', show);
    const failures = [];
    const played = [];
    let count;
    let isStuck = false;
    let ending;
    const interrupt = () => {
      isStuck = true;
      child.kill('SIGINT');
    };
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('failed: ')) failures.push(line.replace('failed', `failed on ${stack}`));
      if (line.startsWith('played: ')) played.push(JSON.parse(line.slice('played: '.length)));
      count = line.match(/^(\d+) passed, (\d+) failed$/) ?? count;
      if (count) ending ??= setTimeout(interrupt, mostEndingMs);
    });
    let hasFoundAll = true;
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!line.startsWith('Warning: Cannot find any files matching pattern')) return;
      hasFoundAll = false;
      failures.push(`failed on ${stack}: ${name}: mocha said "${line}", so its tests have not run`);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(ending);
      if (isStuck) failures.push(`failed on ${stack}: ${name}: something that a test has left open kept mocha from its end`);
      if (!count) failures.push(`failed on ${stack}: mocha ended with ${signal ?? code} before it had counted`);
      const [, passed = 0, failed = failures.length] = count ?? [];
      const hasSucceeded = code === 0 && !isStuck && hasFoundAll && count !== undefined;
      const seconds = Math.round((Date.now() - began) / 1000);
      resolve({
        name,
        stack,
        hasSucceeded,
        seconds,
        played,
        passed: Number(passed),
        failed: Number(failed) + Number(isStuck) + Number(!hasFoundAll),
        failures,
      });
    });
  });
