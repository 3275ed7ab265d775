import { expect } from 'chai';
import { statusOf } from '../serve/status-of.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import type { ServerPlace } from '../server/server-place.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const storeFault = 'rate limited by each process for itself';

describe('two servers that count requests in the database', () => {
  let place: ServerPlace;
  let servers: TestServerProcess[];
  before(async () => {
    place = await postgresS3Place();
    // A window of a minute: longer than a busy machine takes to fill it.
    const environment = { RATE_LIMIT_STORE: 'database', RATE_LIMIT_RPS: '1', RATE_LIMIT_BURST: '60' };
    servers = [await startServerProcess({ place, environment }), await startServerProcess({ place, environment })];
  });
  after(async () => {
    for (const server of servers) await server.close();
    await place.drop();
  });

  /** What 70 requests are answered, half of them at each server; undefined when one of the two could not count with the other. */
  const statusesOf = async (email: string): Promise<readonly number[] | undefined> => {
    const [first, second] = servers;
    if (first === undefined || second === undefined) throw new Error('there are two servers');
    await first.command('user', 'add', email);
    const credential = (await first.command('session', 'create', email)).stdout.trim();
    const faults = (): number => servers.reduce((sum, server) => sum + server.output().split(storeFault).length, 0);
    const before = faults();
    const statuses: number[] = [];
    for (let round = 0; round < 35; round += 1) {
      statuses.push(await statusOf(first, '/users/me', credential), await statusOf(second, '/users/me', credential));
    }
    return faults() === before ? statuses : undefined;
  };

  it('let one burst pass between them, and end cleanly', async () => {
    let statuses: readonly number[] | undefined;
    // A server takes a database that is busy for a quarter of a second for one that is down, and counts by itself: then somebody else tries.
    for (let person = 1; statuses === undefined && person <= 5; person += 1) {
      statuses = await statusesOf(`person-${person}@example.org`);
    }
    if (statuses === undefined) throw new Error('the database was never there');
    expect(statuses.slice(0, 60).filter((status) => status !== 200)).to.deep.equal([]);
    expect(statuses.slice(60).filter((status) => status !== 429)).to.deep.equal([]);
    for (const server of servers) expect((await server.stop()).code).to.equal(0);
  });
});
