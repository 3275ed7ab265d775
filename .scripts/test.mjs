import { spawn } from 'node:child_process';
import { root } from './workspaces.mjs';

const everything = ['packages/*/test/**/*.test.ts', 'examples/*/test/**/*.test.ts', '.config/**/*.test.mjs'];

const server = 'examples/reference-server/test';
/** What depends on where a server keeps things; not what is about its settings, requests and words, or about URLs that it signs itself. */
const ofEveryStack = [
  ...['bytes', 'crash', 'git-lfs', 'tree', 'agent'].map((folder) => `${server}/${folder}/**/*.test.ts`),
  ...['first-start', 'logs', 'probes'].map((name) => `${server}/serve/${name}.test.ts`),
];
const ofOneStack = [
  ...['object-syntax', 'parts-on-s3', 'signed-url'].map((name) => `${server}/bytes/${name}.test.ts`),
  ...['batch-request', 'data-url', 'error-text', 'locks-request'].map((name) => `${server}/git-lfs/${name}.test.ts`),
  `${server}/agent/rate-limit.test.ts`,
];

/** Runs mocha with its output shown; answers how it ended and what it has counted. */
const mocha = (stack, parameters) =>
  new Promise((resolve, reject) => {
    const child = spawn('mocha', ['--forbid-only', '--forbid-pending', ...parameters], {
      cwd: root,
      env: { ...process.env, SVC_TEST_STACK: stack },
      stdio: ['inherit', 'pipe', 'inherit'],
    });
    let last = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      last = (last + text).slice(-1000);
      process.stdout.write(text);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      const [, passed = 0, failed = 0] = last.match(/^(\d+) passed, (\d+) failed$/m) ?? [];
      resolve({ hasSucceeded: code === 0, passed: Number(passed), failed: Number(failed) });
    });
  });

const onSecondStack = [...ofEveryStack, ...ofOneStack.flatMap((file) => ['--ignore', file])];
const [parameters, chosen] = [process.argv.slice(2), process.env.SVC_TEST_STACK];
const runs = [];
// `npm test -- <mocha's parameters>` is one run of whatever they say.
if (parameters.length > 0) runs.push(await mocha(chosen ?? 'sqlite-fs', parameters));
else {
  if (chosen !== 'postgres-s3') runs.push(await mocha('sqlite-fs', everything));
  if (chosen !== 'sqlite-fs') runs.push(await mocha('postgres-s3', onSecondStack));
}

const sum = (name) => runs.reduce((total, run) => total + run[name], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = runs.every(({ hasSucceeded }) => hasSucceeded) ? 0 : 1;
