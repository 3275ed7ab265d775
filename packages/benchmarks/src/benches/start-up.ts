import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, below, type Outcome } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const starts = 10;

const startAndStop = async (folder: string): Promise<number> => {
  const server = await startSvcServer(folder);
  await server.stop();
  return server.startedInMs;
};

const measure = async (folder: string): Promise<Outcome> => {
  const first: number[] = [];
  const again: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const own = await mkdtemp(join(folder, 'data-'));
    first.push(await startAndStop(own));
    again.push(await startAndStop(own));
  }
  const row = (what: string, of: readonly number[]) => ({
    start: what,
    'median ms': Math.round(median(of)),
    'fastest ms': Math.round(Math.min(...of)),
    'slowest ms': Math.round(Math.max(...of)),
  });
  return {
    rows: [row('with an empty data directory', first), row('with existing data', again)],
    goals: [
      below('ms to ready with an empty data directory', median(first), 1000),
      below('ms to ready with existing data', median(again), 1000),
    ],
  };
};

export const startUp: Bench = {
  name: 'start-up',
  about: `from the start of the process to the first 200 of /readyz, ${starts} times`,
  run: () => withTemporaryFolder(measure),
};
