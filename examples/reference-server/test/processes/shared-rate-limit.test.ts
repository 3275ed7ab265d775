import { expect } from 'chai';
import { statusOf } from '../serve/status-of.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import type { ServerPlace } from '../server/server-place.js';
import { startServer, type TestServer } from '../server/start-server.js';

describe('two servers that count requests in the database', () => {
  let place: ServerPlace;
  let servers: TestServer[];
  before(async () => {
    place = await postgresS3Place();
    // A window of ten seconds: longer than a busy machine takes to fill it.
    const environment = { RATE_LIMIT_STORE: 'database', RATE_LIMIT_RPS: '6', RATE_LIMIT_BURST: '60' };
    servers = [await startServer({ place, environment }), await startServer({ place, environment })];
  });
  after(async () => {
    for (const server of servers) await server.close();
    await place.drop();
  });

  it('let one burst pass between them, and end cleanly', async () => {
    const [first, second] = servers;
    if (first === undefined || second === undefined) return;
    const credential = first.adminToken;
    const statuses: number[] = [];
    for (let round = 0; round < 35; round += 1) {
      statuses.push(await statusOf(first, '/users/me', credential), await statusOf(second, '/users/me', credential));
    }
    expect(statuses.slice(0, 60).filter((status) => status !== 200)).to.deep.equal([]);
    expect(statuses.slice(60).filter((status) => status !== 429)).to.deep.equal([]);
    for (const server of servers) expect((await server.stop()).code).to.equal(0);
  });
});
