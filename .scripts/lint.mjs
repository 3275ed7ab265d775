import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { forEachConcurrent } from './for-each-concurrent.mjs';
import { root } from './workspaces.mjs';

/** The longest first. */
const checks = ['dependencies', 'code', 'types', 'own-rules', 'unused', 'format'];
/** Each of the long ones takes a gigabyte of memory. */
const mostLanes = 2;

/** Runs one check, and shows what it has said when it has ended, so that none is mixed with another. */
const lint = async (check) => {
  const began = Date.now();
  const child = spawn('npm', ['run', '--silent', `lint:${check}`], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  process.stdout.write(
    `${said}${complained}lint:${check} ${code === 0 ? 'passed' : 'FAILED'} after ${Math.round((Date.now() - began) / 1000)} s\n`,
  );
  if (code !== 0) process.exitCode = 1;
};

await forEachConcurrent(
  Math.min(availableParallelism(), mostLanes),
  checks.map((check) => () => lint(check)),
);
