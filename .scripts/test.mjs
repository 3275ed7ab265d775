import { availableParallelism } from 'node:os';
import { runMocha } from './run-mocha.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { proofRuns, testRuns, unitRuns } from './test-runs.mjs';

// npm test, npm run test:unit and npm run proof; `npm test -- <mocha's parameters>` is one run of whatever they say.
const tiers = { unit: unitRuns, test: testRuns, proof: proofRuns };
const tierName = process.argv.find((parameter) => parameter.startsWith('--tier='))?.slice('--tier='.length) ?? 'test';
const given = process.argv.slice(2).filter((parameter) => !parameter.startsWith('--tier='));
const tier = tiers[tierName];
if (tier === undefined) throw new Error(`--tier is one of ${Object.keys(tiers).join(', ')}`);

const chosenStack = process.env.SVC_TEST_STACK;
const runs =
  given.length > 0
    ? [{ name: 'chosen tests', stack: chosenStack ?? 'sqlite-fs', parameters: given }]
    : tier().filter(({ stack }) => chosenStack === undefined || chosenStack === stack);

const environment = {
  ...process.env,
  TMPDIR: makeTemporaryFolder(),
  SVC_TEST_TIER: tierName === 'proof' ? 'proof' : 'test',
};

/** Each lane takes the next run when its own has ended. What a run says is shown from the end of the one before it on, so that none is mixed with another. */
const queue = [...runs];
const outcomes = [];
let shown = Promise.resolve();
const work = async (lane) => {
  for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
    const ended = runMocha(run, { environment, lane, mayShow: shown });
    shown = Promise.all([shown, ended]);
    outcomes.push(await ended);
  }
};
const lanes = Math.max(1, Math.min(availableParallelism(), 3, runs.length));
await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));

const sum = (name) => outcomes.reduce((total, outcome) => total + outcome[name], 0);
if (tierName === 'proof') {
  console.table(
    outcomes.flatMap(({ played, stack }) =>
      played.map(({ property, rounds, file, ms, failed }) => ({
        property,
        rounds,
        stack,
        'seconds of its file': Math.round(ms / 1000),
        result: failed === 0 ? 'holds' : 'FAILS',
        file,
      })),
    ),
  );
}
for (const { name, seconds } of outcomes) console.log(`${name}: ${seconds} s`);
// The end of a long log is the part that people see: what failed in any run is said again before the totals.
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(failure);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = outcomes.every(({ hasSucceeded }) => hasSucceeded) ? 0 : 1;
