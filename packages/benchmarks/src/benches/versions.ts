import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeModel, writeSecondModel } from '../data/model.js';
import { writeSourceTar } from '../data/source-tar.js';
import { atLeast, type Bench, below, type Goal, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { watchMemory } from '../measure/resident-memory.js';
import { timedCommand } from '../measure/timed-command.js';
import { borg } from '../peers/borg.js';
import { casync } from '../peers/casync.js';
import type { Peer } from '../peers/peer.js';
import { restic } from '../peers/restic.js';
import { svc } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_121;
const rounds = 5;

/** What one peer needed for one file, its second version, and getting that back. */
interface Run {
  readonly first: number;
  readonly second: number;
  readonly restore: number;
  readonly storedFirst: number;
  readonly storedBoth: number;
}

const measurePeer = async (peer: Peer, files: readonly [string, string], folder: string): Promise<Run> => {
  await peer.create();
  const first = await peer.store('v1', files[0]);
  const storedFirst = (await peer.storedBytes()) / 1e6;
  const second = await peer.store('v2', files[1]);
  const storedBoth = (await peer.storedBytes()) / 1e6;
  const target = join(folder, 'restored');
  await mkdir(target);
  const { seconds: restore } = await peer.restore('v2', target);
  await rm(target, { recursive: true });
  return { first, second, restore, storedFirst, storedBoth };
};

interface Round {
  readonly runs: ReadonlyMap<string, Run>;
  readonly hashSeconds: number;
  readonly agentMb: number;
  readonly serverMb: number;
}

const measureRound = async (files: readonly [string, string]): Promise<Round> =>
  withTemporaryFolder(async (folder) => {
    const own = await svc(folder, watchMemory);
    const runs = new Map<string, Run>();
    for (const peer of [own, restic(folder), borg(folder, 'default'), borg(folder, '64 KiB'), casync(folder)]) {
      runs.set(peer.name, await measurePeer(peer, files, folder));
    }
    const { agent: agentMb, server: serverMb } = own.mostMb();
    await own.stop();
    const { seconds: hashSeconds } = await timedCommand('openssl', ['dgst', '-sha256', files[0]]);
    return { runs, hashSeconds, agentMb, serverMb };
  });

const medianRun = (all: readonly Run[]): Run => {
  const of = (figure: (run: Run) => number): number => median(all.map(figure));
  return {
    first: of((run) => run.first),
    second: of((run) => run.second),
    restore: of((run) => run.restore),
    storedFirst: of((run) => run.storedFirst),
    storedBoth: of((run) => run.storedBoth),
  };
};

/** How many times faster than each peer a first and a second version must be. */
interface Targets {
  readonly first: Readonly<Record<string, number>>;
  readonly second: Readonly<Record<string, number>>;
  readonly extra: (medians: ReadonlyMap<string, Run>, own: Run, hashSeconds: number) => readonly Goal[];
}

const secondTargets = { restic: 2, borg: 2, 'borg 64 KiB': 1.2, casync: 2 };

const goalsOf = (medians: ReadonlyMap<string, Run>, targets: Targets, all: readonly Round[]): readonly Goal[] => {
  const own = medians.get('svc');
  if (own === undefined) return [];
  const against = (what: string, figure: (run: Run) => number, wanted: Readonly<Record<string, number>>): readonly Goal[] =>
    Object.entries(wanted).flatMap(([name, least]) => {
      const peer = medians.get(name);
      return peer === undefined ? [] : [atLeast(`${what} against ${name}`, figure(peer) / figure(own), least)];
    });
  const best = Math.min(...[...medians].filter(([name]) => name !== 'svc').map(([, run]) => run.restore));
  return [
    ...against('first version', (run) => run.first, targets.first),
    ...against('second version', (run) => run.second, targets.second),
    atLeast('pull against the best restore', best / own.restore, 1.4),
    ...targets.extra(medians, own, median(all.map(({ hashSeconds }) => hashSeconds))),
    below('MB of the agent', Math.max(...all.map(({ agentMb }) => agentMb)), 250),
    below('MB of the server', Math.max(...all.map(({ serverMb }) => serverMb)), 250),
  ];
};

const compare = async (files: readonly [string, string], targets: Targets): Promise<Outcome> => {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureRound(files));
  const names = [...(all[0]?.runs.keys() ?? [])];
  const medians = new Map(names.map((name) => [name, medianRun(all.flatMap(({ runs }) => runs.get(name) ?? []))] as const));
  const rows = [...medians].map(([tool, run]) => ({
    tool,
    'v1 s': rounded(run.first),
    'v2 s': rounded(run.second),
    'restore v2 s': rounded(run.restore),
    'stored v1 MB': Math.round(run.storedFirst),
    'stored v1+v2 MB': Math.round(run.storedBoth),
  }));
  return { rows, goals: goalsOf(medians, targets, all) };
};

const modelTargets: Targets = {
  first: { restic: 1.7, borg: 1.4, casync: 2.8 },
  second: secondTargets,
  extra: (medians, own, hashSeconds) => [
    ...['borg', 'casync'].map((name) =>
      below(`stored v1 against ${name}`, own.storedFirst / (medians.get(name)?.storedFirst ?? 0), 0.92),
    ),
    below('stored v1+v2 against casync', own.storedBoth / (medians.get('casync')?.storedBoth ?? 0), 1.03),
    below('wall of v1 against openssl dgst -sha256', own.first / hashSeconds, 3.2),
  ],
};

const tarTargets: Targets = { first: { restic: 1.3, borg: 1.2, casync: 1.9 }, second: secondTargets, extra: () => [] };

const tools = 'against restic, borg (also with 64 KiB chunks) and casync, each as a process of its own';

export const modelVersions: Bench = {
  name: 'model-versions',
  about: `svc push of 1 GiB of float32 weights and of its second version (1,000,000 bytes in front, 1 % of the 4 KiB blocks replaced), svc pull, median of ${rounds}, ${tools}`,
  run: () =>
    withTemporaryFolder(async (folder) => {
      const files = [join(folder, 'model-1'), join(folder, 'model-2')] as const;
      await writeModel(files[0], 2 ** 30, seed);
      await writeSecondModel(files[0], files[1], seed + 1);
      return compare(files, modelTargets);
    }),
};

export const tarVersions: Bench = {
  name: 'tar-versions',
  about: `svc push of a tar of 549 MB of source text and of its second version (5 % of the files changed by a line, 0.5 % gone, 0.5 % new), svc pull, median of ${rounds}, ${tools}`,
  run: () =>
    withTemporaryFolder(async (folder) => {
      const files = [join(folder, 'sources-1.tar'), join(folder, 'sources-2.tar')] as const;
      await writeSourceTar(files[0], { sizeBytes: 520e6, seed, version: 1 });
      await writeSourceTar(files[1], { sizeBytes: 520e6, seed, version: 2 });
      return compare(files, tarTargets);
    }),
};
