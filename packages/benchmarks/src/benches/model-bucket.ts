import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeModel, writeSecondModel } from '../data/model.js';
import { type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { medianSpent } from '../measure/versions.js';
import { restoreOnce, spentRow } from '../measure/push-and-pull.js';
import type { Peer, Spent } from '../peers/peer.js';
import { resticInBucket } from '../peers/restic.js';
import { svc } from '../peers/svc.js';
import { newBucketEnvironment } from '../server/s3-environment.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_126;
/** The Ceph of the tests keeps all in memory, and a few times what a bucket has. */
const sizeMib = Number(process.env['BUCKET_MIB'] ?? 256);
const sizeBytes = sizeMib * 2 ** 20;
const rounds = 3;

interface BucketRun {
  readonly first: Spent;
  readonly second: Spent;
  readonly restore: Spent;
}

const measurePeer = async (peer: Peer, files: readonly [string, string], folder: string): Promise<BucketRun> => {
  await peer.create();
  const first = await peer.store('v1', files[0]);
  const second = await peer.store('v2', files[1]);
  return { first, second, restore: await restoreOnce(peer, 'v2', folder) };
};

const rowsOf = (name: string, runs: readonly BucketRun[]) => [
  spentRow(`${name}, v1`, medianSpent(runs.map(({ first }) => first))),
  spentRow(`${name}, v2`, medianSpent(runs.map(({ second }) => second))),
  spentRow(`${name}, pull`, medianSpent(runs.map(({ restore }) => restore))),
];

const measure = async (folder: string): Promise<Outcome> => {
  const files = [join(folder, 'model-1'), join(folder, 'model-2')] as const;
  await writeModel(files[0], sizeBytes, seed);
  await writeSecondModel(files[0], files[1], seed + 1);
  const own: BucketRun[] = [];
  const theirs: BucketRun[] = [];
  let most = { agent: 0, server: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const home = join(folder, String(round));
    await mkdir(home);
    const peer = await svc(home, { environment: (await newBucketEnvironment()).environment });
    own.push(await measurePeer(peer, files, home));
    most = peer.mostMb();
    await peer.stop();
    theirs.push(await measurePeer(resticInBucket((await newBucketEnvironment()).environment), files, home));
    await rm(home, { recursive: true });
  }
  const ratio = (figure: keyof BucketRun): number =>
    medianSpent(own.map((run) => run[figure])).cpuSeconds / medianSpent(theirs.map((run) => run[figure])).cpuSeconds;
  return {
    rows: [
      ...rowsOf('svc', own),
      ...rowsOf('restic', theirs),
      {
        what: 'CPU of svc / restic: v1, v2, pull',
        'CPU s': (['first', 'second', 'restore'] as const).map((figure) => rounded(ratio(figure))).join(', '),
      },
    ],
    goals: [below('MB of the agent', most.agent, 250), below('MB of the server', most.server, 250)],
  };
};

export const modelBucket: Bench = {
  name: 'model-bucket',
  about: `svc push and svc pull of two versions of ${sizeMib} MiB of float32 weights with a bucket as the store, beside restic in one; the S3 server's own processor time is not counted; median of ${rounds}`,
  run: () => withTemporaryFolder(measure),
};
