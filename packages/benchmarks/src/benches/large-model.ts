import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeModel } from '../data/model.js';
import { atMost, type Bench, type Outcome } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { memoryGoals, type PushAndPull, pushAndPull, spentRow } from '../measure/push-and-pull.js';
import { medianSpent } from '../measure/versions.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_125;
const gib = 2 ** 30;

const measureSize = async (folder: string, sizeBytes: number): Promise<PushAndPull> => {
  const path = join(folder, `model-${sizeBytes}`);
  await writeModel(path, sizeBytes, seed);
  const cut = await pushAndPull(path);
  await rm(path);
  return cut;
};

/** `BENCH_LARGE_DIR` keeps the file where there is more room than in memory. */
const largeGib = Number(process.env['BENCH_LARGE_GIB'] ?? 8);

const compareSizes = async (folder: string): Promise<Outcome> => {
  const files = process.env['BENCH_LARGE_DIR'] ?? folder;
  const before = await measureSize(files, gib);
  const large = await measureSize(files, largeGib * gib);
  const after = await measureSize(files, gib);
  const perByte = (figure: 'push' | 'pull'): number =>
    large[figure].cpuSeconds / largeGib / median([before[figure].cpuSeconds, after[figure].cpuSeconds]);
  return {
    rows: (['push', 'pull'] as const).flatMap((figure) => [
      spentRow(`${figure} of 1 GiB`, medianSpent([before[figure], after[figure]])),
      spentRow(`${figure} of ${largeGib} GiB`, large[figure]),
    ]),
    goals: [
      atMost(`CPU a byte, push: ${largeGib} GiB / 1 GiB`, perByte('push'), 1.1),
      atMost(`CPU a byte, pull: ${largeGib} GiB / 1 GiB`, perByte('pull'), 1.1),
      ...memoryGoals([before, large, after]),
    ],
  };
};

export const largeModel: Bench = {
  name: 'large-model',
  about: `svc push and svc pull of ${largeGib} GiB of float32 weights, between two of 1 GiB`,
  run: () => withTemporaryFolder(compareSizes),
};
