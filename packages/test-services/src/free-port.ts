import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const count = 690;

/**
 * Below the ports that the kernel gives away by itself, so that nobody takes one between here and its first use, or while a server that is killed is
 * started again; above those of Ceph's stores. Runs of the tests at the same time, of lanes 0 to 3, have none in common.
 */
const lowest = 30_000 + Number(process.env['SVC_TEST_LANE'] ?? 0) * count;
let offset = randomInt(count);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A TCP port of loopback that nobody listens on, and that this process has not been given lately. */
export const freePort = async (): Promise<number> => {
  for (let tried = 0; tried < count; tried += 1) {
    offset = (offset + 1) % count;
    // Kept for this caller: while it waits, others who want a port move on.
    const port = lowest + offset;
    if (await isFree(port)) return port;
  }
  throw new Error(`all ports from ${lowest} to ${lowest + count - 1} are taken`);
};
