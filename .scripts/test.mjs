import { availableParallelism } from 'node:os';
import { forEachConcurrent } from './for-each-concurrent.mjs';
import { runMocha } from './run-mocha.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { testRuns, unitRuns } from './test-runs.mjs';

const gibibyte = 1024 ** 3;

/** What runs, how long a test may take, how much room in memory its files need, and whether it waits for its disk, its database and its children. */
const tiers = {
  unit: { runs: unitRuns, timeoutMs: 5000, neededBytes: gibibyte, waits: false },
  test: { runs: testRuns, timeoutMs: 300_000, neededBytes: 4 * gibibyte, waits: true },
  proof: { runs: testRuns, timeoutMs: 3 * 3_600_000, neededBytes: 16 * gibibyte, waits: true },
};

// npm test, npm run test:unit and npm run proof; `npm test -- <mocha's parameters>` is one run of whatever they say.
const tierName = process.argv.find((parameter) => parameter.startsWith('--tier='))?.slice('--tier='.length) ?? 'test';
const given = process.argv.slice(2).filter((parameter) => !parameter.startsWith('--tier='));
const tier = tiers[tierName];
if (tier === undefined) throw new Error(`--tier is one of ${Object.keys(tiers).join(', ')}`);

const chosenStack = process.env.SVC_TEST_STACK;
const runs =
  given.length > 0
    ? [{ name: 'chosen tests', stack: chosenStack ?? 'sqlite-fs', parameters: given, isIdle: false }]
    : tier.runs().filter(({ stack }) => chosenStack === undefined || chosenStack === stack);

const environment = {
  ...process.env,
  TMPDIR: makeTemporaryFolder(tier.neededBytes),
  SVC_TEST_TIER: tierName === 'proof' ? 'proof' : 'test',
};

// One more than there are processors where each waits a quarter of the time; with more, each test comes nearer to its limit. What waits all the time
// needs none. `freePort` knows four.
const busyLanes = Math.min(availableParallelism() + Number(tier.waits), 3);

/** What a run says is shown from the end of the one before it on, so that none is mixed with another. */
let shown = Promise.resolve();
const outcomes = [];
const play = async (run, lane) => {
  const ended = runMocha(run, { environment, lane, timeoutMs: tier.timeoutMs, mayShow: shown });
  shown = Promise.all([shown, ended]);
  outcomes.push(await ended);
};
const jobsOf = (those) => those.map((run) => (lane) => play(run, lane));
await Promise.all([
  forEachConcurrent(busyLanes, jobsOf(runs.filter(({ isIdle }) => !isIdle))),
  forEachConcurrent(1, jobsOf(runs.filter(({ isIdle }) => isIdle)), busyLanes),
]);

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
