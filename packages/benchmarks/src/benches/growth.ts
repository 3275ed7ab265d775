import { join } from 'node:path';
import { writeModel, writeSecondModel } from '../data/model.js';
import { atMost, type Bench, type Outcome } from '../measure/bench.js';
import { memoryGoals, restoreOnce, spentRow } from '../measure/push-and-pull.js';
import { medianSpent } from '../measure/versions.js';
import type { Spent } from '../peers/peer.js';
import { svc } from '../peers/svc.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const seed = 20_261_125;
const sizeBytes = 2 ** 30;
const versionsCount = 20;

const measureGrowth = async (folder: string): Promise<Outcome> => {
  const peer = await svc(folder);
  await peer.create();
  const pathOf = (version: number): string => join(folder, `model-${version % 2}`);
  await writeModel(pathOf(1), sizeBytes, seed);
  const pushes = [await peer.store('v1', pathOf(1))];
  for (let version = 2; version <= versionsCount; version += 1) {
    await writeSecondModel(pathOf(version - 1), pathOf(version), seed + version);
    pushes.push(await peer.store(`v${version}`, pathOf(version)));
  }
  const last = pathOf(versionsCount);
  const old: Spent[] = [];
  const fresh: Spent[] = [];
  for (let round = 0; round < 3; round += 1) old.push(await restoreOnce(peer, `v${versionsCount}`, folder));
  await peer.create();
  await peer.store('fresh', last);
  for (let round = 0; round < 3; round += 1) fresh.push(await restoreOnce(peer, 'fresh', folder));
  const { agent: agentMb, server: serverMb } = peer.mostMb();
  await peer.stop();
  const early = medianSpent(pushes.slice(1, 5)).cpuSeconds;
  const late = medianSpent(pushes.slice(-4)).cpuSeconds;
  return {
    rows: [
      ...pushes.map((spent, at) => spentRow(`push of version ${at + 1}`, spent)),
      spentRow(`pull of version ${versionsCount}`, medianSpent(old)),
      spentRow('pull of the same, pushed at once', medianSpent(fresh)),
    ],
    goals: [
      atMost('CPU: pull after 20 versions / fresh', medianSpent(old).cpuSeconds / medianSpent(fresh).cpuSeconds, 1.3),
      atMost('CPU: pushes of versions 17 to 20 / 2 to 5', late / early, 1.1),
      ...memoryGoals([{ agentMb, serverMb }]),
    ],
  };
};

export const growth: Bench = {
  name: 'growth',
  about: `svc push of ${versionsCount} versions of 1 GiB of float32 weights (each 1,000,000 bytes in front and 1 % of the blocks replaced), and svc pull of the last`,
  run: () => withTemporaryFolder(measureGrowth),
};
