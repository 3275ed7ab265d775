import { expect } from 'chai';
import { waitUntil } from '@svc/test-services/wait-until';
import type { Answer } from '../client/exchange.js';
import { type LfsWorldWithProcess } from '../git-lfs/lfs-world.js';

/** 503, with the time after which to ask again, and nothing of what the part that failed has said. */
export const expectUnavailable = (answer: Answer): void => {
  expect(answer.status, answer.bytes.toString()).to.equal(503);
  expect(Number(answer.headers['retry-after'])).to.be.within(1, 300);
  expect(answer.bytes.toString()).to.not.match(/127\.0\.0\.1|ECONN|terminat|postgres|bucket/i);
};

const readiness = async ({ server }: LfsWorldWithProcess): Promise<number> => {
  const response = await fetch(`${server.baseUrl}/readyz`);
  await response.arrayBuffer();
  return response.status;
};

export const untilReady = (world: LfsWorldWithProcess): Promise<void> =>
  waitUntil('the server is ready again', async () => (await readiness(world)) === 200);

/** Says that it is not ready, and is the same process as before. */
export const expectNotReady = async (world: LfsWorldWithProcess, pid: number): Promise<void> => {
  await waitUntil('the server is not ready', async () => (await readiness(world)) === 503);
  expect(world.server.pid()).to.equal(pid);
};
