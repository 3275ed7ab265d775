import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { root } from './workspaces.mjs';

const ofPackages = ['packages/*/test/**/*.test.ts', '.config/**/*.test.mjs'];
const ofExamples = ['examples/*/test/**/*.test.ts'];

const server = 'examples/reference-server/test';
/** What depends on where a server keeps things; not what is about its settings, requests and words, URLs that it signs itself, or the hashing of gigabytes. */
const ofEveryStack = [
  ...['bytes', 'crash', 'git-lfs', 'tree', 'agent', 'secrets'].map((folder) => `${server}/${folder}/**/*.test.ts`),
  ...['first-start', 'logs', 'probes'].map((name) => `${server}/serve/${name}.test.ts`),
];
const ofOneStack = [
  ...['object-syntax', 'parts-on-s3', 'signed-url'].map((name) => `${server}/bytes/${name}.test.ts`),
  ...['batch-request', 'data-url', 'error-text', 'locks-request'].map((name) => `${server}/git-lfs/${name}.test.ts`),
  `${server}/agent/rate-limit.test.ts`,
  `${server}/tree/background-proof.test.ts`,
];

/** Runs mocha; what it says is shown from `mayShow` on. Answers how it ended, what it has counted, and the line of each failed test. */
const mocha = (stack, parameters, { lane = 0, mayShow = Promise.resolve() } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn('mocha', ['--forbid-only', '--forbid-pending', ...parameters], {
      cwd: root,
      env: { ...process.env, SVC_TEST_STACK: stack, SVC_TEST_LANE: String(lane) },
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    const held = [];
    let show = (text) => held.push(text);
    void mayShow.then(() => {
      process.stdout.write(held.join(''));
      show = (text) => process.stdout.write(text);
    });
    for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (text) => show(text));
    const failures = [];
    let count;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('failed: ')) failures.push(line.replace('failed', `failed on ${stack}`));
      count = line.match(/^(\d+) passed, (\d+) failed$/) ?? count;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (!count) failures.push(`failed on ${stack}: mocha ended with ${signal ?? code} before it had counted`);
      const [, passed = 0, failed = failures.length] = count ?? [];
      const hasSucceeded = code === 0 && count !== undefined;
      resolve({ hasSucceeded, passed: Number(passed), failed: Number(failed), failures });
    });
  });

/** Runs of mocha, one after the other. */
const inTurn = async (runs, options) => {
  const ended = [];
  for (const [stack, parameters] of runs) ended.push(await mocha(stack, parameters, options));
  return ended;
};

const onSecondStack = [...ofEveryStack, ...ofOneStack.flatMap((file) => ['--ignore', file])];
const [parameters, chosen] = [process.argv.slice(2), process.env.SVC_TEST_STACK];
const isAsked = ([stack]) => chosen === undefined || chosen === stack;

/** The examples wait for processes much of the time, so that the packages can run beside them; what each lane says is shown in one piece. */
const runAll = async () => {
  const examples = [['sqlite-fs', ofExamples]].filter(isAsked);
  const others = [
    ['sqlite-fs', ofPackages],
    ['postgres-s3', onSecondStack],
  ].filter(isAsked);
  if (availableParallelism() === 1) return inTurn([...examples, ...others]);
  const first = inTurn(examples);
  return (await Promise.all([first, inTurn(others, { lane: 1, mayShow: first })])).flat();
};

// `npm test -- <mocha's parameters>` is one run of whatever they say.
const runs = parameters.length > 0 ? [await mocha(chosen ?? 'sqlite-fs', parameters)] : await runAll();

const sum = (name) => runs.reduce((total, run) => total + run[name], 0);
// The end of a long log is the part that people see: what failed in any run is said again before the totals.
for (const failure of runs.flatMap(({ failures }) => failures)) console.log(failure);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = runs.every(({ hasSucceeded }) => hasSucceeded) ? 0 : 1;
