import { join } from 'node:path';
import { writeModel, writeSecondModel, writeWithOneBlockChanged } from '../data/model.js';
import { writeSourceTar } from '../data/source-tar.js';
import { atLeast, atMost, type Bench, below, type Goal, type Outcome, type Row } from '../measure/bench.js';
import { watchForeignLoad } from '../measure/foreign-load.js';
import { measureVersions, medianVersions, type VersionFiles, type VersionsRun } from '../measure/versions.js';
import { borg } from '../peers/borg.js';
import { casync } from '../peers/casync.js';
import type { Peer, Spent } from '../peers/peer.js';
import { restic, resticOverRclone } from '../peers/restic.js';
import { svc } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_121;
const rounds = Number(process.env['VERSIONS_ROUNDS'] ?? 5);

interface Round {
  readonly runs: ReadonlyMap<string, VersionsRun>;
  readonly foreign: number;
  readonly agentMb: number;
  readonly serverMb: number;
}

type MakePeer = (folder: string) => Peer | Promise<Peer>;

/** Each peer in a folder of its own, which is removed afterwards: memory that one fills does not make the next slow. */
const measurePeer = (files: VersionFiles, make: MakePeer): Promise<readonly [string, VersionsRun]> =>
  withTemporaryFolder(async (folder) => {
    const peer = await make(folder);
    const run = await measureVersions(peer, files, folder);
    await peer.stop();
    return [peer.name, run] as const;
  });

const peers: readonly MakePeer[] = [
  resticOverRclone,
  (folder) => borg(folder, 'borg serve'),
  restic,
  (folder) => borg(folder, 'borg'),
];

/** Those whose stored bytes alone are compared, which are the same in each round. */
const onceOnly: readonly MakePeer[] = [(folder) => borg(folder, 'borg 64 KiB'), casync];

const measureRound = async (files: VersionFiles, round: number): Promise<Round> => {
  const foreignSoFar = watchForeignLoad();
  const runs = new Map<string, VersionsRun>();
  let mostMb = { agent: 0, server: 0 };
  const own: MakePeer = async (folder) => {
    const peer = await svc(folder);
    return {
      ...peer,
      stop: async () => {
        mostMb = peer.mostMb();
        await peer.stop();
      },
    };
  };
  for (const make of [own, ...peers, ...(round === 0 ? onceOnly : [])]) {
    const [name, run] = await measurePeer(files, make);
    runs.set(name, run);
  }
  return { runs, foreign: foreignSoFar(), agentMb: mostMb.agent, serverMb: mostMb.server };
};

type Figure = 'first' | 'second' | 'restore' | 'oneBlock';

/** What each peer needed divided by what `svc` needed. */
type Ratio = (peer: string, figure: Figure, of: keyof Spent) => number;

const ratioOf =
  (medians: ReadonlyMap<string, VersionsRun>): Ratio =>
  (peer, figure, of) =>
    (medians.get(peer)?.[figure][of] ?? Number.NaN) / (medians.get('svc')?.[figure][of] ?? Number.NaN);

type Targets = (ratio: Ratio, medians: ReadonlyMap<string, VersionsRun>) => readonly Goal[];

const rowOf = (tool: string, run: VersionsRun): Row => {
  const text = ({ seconds, cpuSeconds }: Spent): string => `${seconds.toFixed(2)} / ${cpuSeconds.toFixed(2)}`;
  return {
    tool,
    'v1 s / CPU s': text(run.first),
    'v2 s / CPU s': text(run.second),
    'restore v2': text(run.restore),
    'one block': text(run.oneBlock),
    'stored v1 MB': Math.round(run.storedFirst),
    'stored v1+v2 MB': Math.round(run.storedBoth),
  };
};

const compare = async (files: VersionFiles, targets: Targets): Promise<Outcome> => {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureRound(files, round));
  const names = [...(all[0]?.runs.keys() ?? [])];
  const medians = new Map(names.map((name) => [name, medianVersions(all.flatMap(({ runs }) => runs.get(name) ?? []))] as const));
  const foreign = all.map((round) => `${Math.round(100 * round.foreign)} %`).join(', ');
  return {
    rows: [...[...medians].map(([tool, run]) => rowOf(tool, run)), { tool: `busy with something else: ${foreign}` }],
    goals: [
      ...targets(ratioOf(medians), medians),
      below('MB of the agent', Math.max(...all.map(({ agentMb }) => agentMb)), 250),
      below('MB of the server', Math.max(...all.map(({ serverMb }) => serverMb)), 250),
    ],
  };
};

const walls = (ratio: Ratio, what: string, figure: Figure, wanted: Readonly<Record<string, number>>): readonly Goal[] =>
  Object.entries(wanted).map(([peer, least]) => atLeast(`wall, ${what}: ${peer} / svc`, ratio(peer, figure, 'seconds'), least));

const pullGoals = (ratio: Ratio, wanted: Readonly<Record<'local' | 'served', number>>): readonly Goal[] => {
  const best = (...peers: readonly string[]): number => Math.min(...peers.map((peer) => ratio(peer, 'restore', 'seconds')));
  return [
    atLeast('wall, pull: best local / svc', best('restic', 'borg'), wanted.local),
    atLeast('wall, pull: best over its server / svc', best('restic + rclone', 'borg serve'), wanted.served),
  ];
};

const modelTargets: Targets = (ratio, medians) => {
  const cpu = (what: string, figure: Figure, most: number): Goal =>
    atMost(`CPU, ${what}: svc / restic + rclone`, 1 / ratio('restic + rclone', figure, 'cpuSeconds'), most);
  const own = medians.get('svc');
  const stored = (peer: string, figure: 'storedFirst' | 'storedBoth'): number =>
    (own?.[figure] ?? Number.NaN) / (medians.get(peer)?.[figure] ?? Number.NaN);
  return [
    cpu('v1', 'first', 0.67),
    cpu('v2', 'second', 0.55),
    cpu('pull', 'restore', 0.95),
    atMost('CPU: one changed block / v1', (own?.oneBlock.cpuSeconds ?? Number.NaN) / (own?.first.cpuSeconds ?? Number.NaN), 0.5),
    ...walls(ratio, 'v1', 'first', { restic: 1.25, borg: 1, 'restic + rclone': 1.5, 'borg serve': 1.5 }),
    ...walls(ratio, 'v2', 'second', { restic: 1.5, borg: 1.2, 'restic + rclone': 1.7, 'borg serve': 1.7 }),
    ...pullGoals(ratio, { local: 1, served: 1.1 }),
    below('stored v1: svc / borg', stored('borg', 'storedFirst'), 0.92),
    below('stored v1: svc / casync', stored('casync', 'storedFirst'), 0.92),
    below('stored v1+v2: svc / casync', stored('casync', 'storedBoth'), 1.03),
  ];
};

const tarTargets: Targets = (ratio) => [
  ...walls(ratio, 'v1', 'first', { restic: 0.9, 'restic + rclone': 1.4 }),
  ...walls(ratio, 'v2', 'second', { restic: 1.15, 'restic + rclone': 1.8 }),
  ...walls(ratio, 'pull', 'restore', { restic: 1.4, 'restic + rclone': 1.6 }),
];

const tools = 'against restic and borg, local and over their own servers; seconds and processor seconds of both sides';

export const modelVersions: Bench = {
  name: 'model-versions',
  about: `svc push of 1 GiB of float32 weights, of its second version (1,000,000 bytes in front, 1 % of the 4 KiB blocks replaced) and of one more changed block, svc pull, median of ${rounds}, ${tools}`,
  run: () =>
    withTemporaryFolder(async (folder) => {
      const files = [join(folder, 'model-1'), join(folder, 'model-2'), join(folder, 'model-3')] as const;
      await writeModel(files[0], 2 ** 30, seed);
      await writeSecondModel(files[0], files[1], seed + 1);
      await writeWithOneBlockChanged(files[1], files[2], seed + 2);
      return compare(files, modelTargets);
    }),
};

export const tarVersions: Bench = {
  name: 'tar-versions',
  about: `svc push of a tar of 549 MB of source text, of its second version (5 % of the files changed by a line, 0.5 % gone, 0.5 % new) and of one more changed block, svc pull, median of ${rounds}, ${tools}`,
  run: () =>
    withTemporaryFolder(async (folder) => {
      const files = [join(folder, 'tar-1'), join(folder, 'tar-2'), join(folder, 'tar-3')] as const;
      await writeSourceTar(files[0], { sizeBytes: 520e6, seed, version: 1 });
      await writeSourceTar(files[1], { sizeBytes: 520e6, seed, version: 2 });
      await writeWithOneBlockChanged(files[1], files[2], seed + 2);
      return compare(files, tarTargets);
    }),
};
