import { join } from 'node:path';
import { writeModel } from '../data/model.js';
import { atMost, type Bench, type Outcome } from '../measure/bench.js';
import { memoryGoals, type PushAndPull, pushAndPull, spentRow } from '../measure/push-and-pull.js';
import { medianSpent } from '../measure/versions.js';
import type { Spent } from '../peers/peer.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_125;
const sizeBytes = 2 ** 30;

const compareCuts = async (folder: string): Promise<Outcome> => {
  const path = join(folder, 'model');
  await writeModel(path, sizeBytes, seed);
  const small: PushAndPull[] = [];
  const usual: PushAndPull[] = [];
  for (let round = 0; round < 3; round += 1) {
    usual.push(await pushAndPull(path, 'fastcdc-128k'));
    small.push(await pushAndPull(path, 'fastcdc-16k'));
  }
  const of = (all: readonly PushAndPull[], figure: 'push' | 'pull'): Spent => medianSpent(all.map((cut) => cut[figure]));
  const ratio = (figure: 'push' | 'pull'): number => of(small, figure).cpuSeconds / of(usual, figure).cpuSeconds;
  return {
    rows: (['push', 'pull'] as const).flatMap((figure) => [
      spentRow(`${figure}, chunks of 128 KiB`, of(usual, figure)),
      spentRow(`${figure}, chunks of 16 KiB`, of(small, figure)),
    ]),
    goals: [
      atMost('CPU, push: 16 KiB / 128 KiB', ratio('push'), 1.5),
      atMost('CPU, pull: 16 KiB / 128 KiB', ratio('pull'), 1.5),
      ...memoryGoals([...small, ...usual]),
    ],
  };
};

export const chunkSizes: Bench = {
  name: 'chunk-sizes',
  about: 'svc push and svc pull of 1 GiB of float32 weights in chunks of 16 KiB and of 128 KiB, median of three',
  run: () => withTemporaryFolder(compareCuts),
};
