import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { writeModel } from '../data/model.js';
import { atMost, type Bench, type Outcome } from '../measure/bench.js';
import { spentRow } from '../measure/push-and-pull.js';
import { medianSpent } from '../measure/versions.js';
import type { Spent } from '../peers/peer.js';
import { resticOverRclone } from '../peers/restic.js';
import { svc } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_125;
const smallBytes = 1_000_000;
const smallRounds = 9;

const measureSmall = async (folder: string): Promise<Outcome> => {
  const own = await svc(folder);
  const peer = await resticOverRclone(folder);
  const mine: Spent[] = [];
  const theirs: Spent[] = [];
  await own.create();
  await peer.create();
  for (let round = 0; round < smallRounds; round += 1) {
    const path = join(folder, `small-${round}`);
    await writeModel(path, 4 * 2 ** 20, seed + round);
    await truncate(path, smallBytes);
    mine.push(await own.store(`v${round}`, path));
    theirs.push(await peer.store(`v${round}`, path));
  }
  await own.stop();
  await peer.stop();
  return {
    rows: [spentRow('svc push', medianSpent(mine)), spentRow('restic backup over rclone', medianSpent(theirs))],
    goals: [atMost('CPU: svc / restic + rclone', medianSpent(mine).cpuSeconds / medianSpent(theirs).cpuSeconds, 1)],
  };
};

export const smallPush: Bench = {
  name: 'small-push',
  about: `svc push of 1 MB of float32 weights, median of ${smallRounds}`,
  run: () => withTemporaryFolder(measureSmall),
};
