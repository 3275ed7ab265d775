import { expect } from 'chai';
import { statusOf } from '../serve/status-of.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import { startServerProcess } from '../server/start-server.js';

const secretPattern = /svc_ses_[0-9A-Za-z]{36}/g;

describe('the first start of several servers on one database', () => {
  it('makes one owner, and one of the servers shows the one credential', async () => {
    const place = await postgresS3Place();
    const servers = await Promise.all(Array.from({ length: 3 }, () => startServerProcess({ place, adminToken: false })));
    try {
      const shown = servers.flatMap((server) => server.output().match(secretPattern) ?? []);
      expect(shown).to.have.length(1);
      for (const server of servers) expect(await statusOf(server, '/users/me', shown[0])).to.equal(200);
      const [[users] = []] = await place.rows('select count(*) as users from users');
      expect(users).to.deep.equal({ users: 1 });
    } finally {
      await Promise.all(servers.map((server) => server.close()));
      await place.drop();
    }
  });

  it('is refused to a server that has no keys, where others have made some', async () => {
    const place = await postgresS3Place();
    const withoutKeys = { place, environment: { ENCRYPTION_KEYS: '' } };
    const server = await startServerProcess(withoutKeys);
    try {
      const refusal = await startServerProcess(withoutKeys).catch(String);
      expect(refusal).to.contain('encryption-keys is missing, and the database knows the keys of its servers');
      expect(await statusOf(server, '/users/me', server.adminToken)).to.equal(200);
    } finally {
      await server.close();
      await place.drop();
    }
  });
});
