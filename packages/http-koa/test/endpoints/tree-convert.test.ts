import { portableCodec } from '@svc/core/chunking';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { eachDatabase } from '../support/each-database.js';
import type { Answer } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { type TestUser, sha256, type World } from '../support/world.js';

const { blake3Hex } = portableCodec();

/** Short enough to be one chunk. */
const bytes = Buffer.from('a whole object');

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`asking for whole objects in chunks, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    let oid: string;
    before(async () => {
      const acme = await startAcme({
        open,
        ports: (ports) => ({ ...ports, settings: { ...ports.settings, gcReclaim: true, minConvertedBytes: 1 } }),
      });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
      oid = await world.object(owner, repository, bytes);
    });
    after(() => service.close());
    afterEach(() => expect(service.faults).to.deep.equal([]));

    const convert = (body: unknown): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}/lfs/objects/convert`, { token: owner.token, body });

    it('has an object wait that is like what is told of, until the job has cut it', async () => {
      const asked = await convert({ oid });
      expect([asked.status, asked.json]).to.deep.equal([200, { state: 'whole' }]);
      expect((await convert({ oid, chunks: [blake3Hex(bytes)] })).json).to.deep.equal({ state: 'waiting' });
      expect((await convert({ oid })).json).to.deep.equal({ state: 'waiting' });
      (await service.application.maintenance.convertObjects())._unsafeUnwrap();
      expect((await convert({ oid })).json).to.deep.equal({ state: 'chunks' });
    });

    it('leaves one whole that is not like it', async () => {
      const other = await world.object(owner, repository, Buffer.from('another one'));
      expect((await convert({ oid: other, chunks: [blake3Hex(bytes)] })).json).to.deep.equal({ state: 'stays_whole' });
    });

    it('refuses what is malformed, and knows no object that is not there', async () => {
      for (const body of [{}, { oid: 'x' }, { oid, chunks: ['x'] }, { oid, chunks: 'x' }, { oid, names: [] }]) {
        expect((await convert(body)).status, JSON.stringify(body)).to.equal(400);
      }
      expect((await convert({ oid, chunks: Array.from({ length: 12_001 }, () => oid) })).status).to.equal(400);
      expect((await convert({ oid: sha256('nothing') })).status).to.equal(404);
    });
  });
}
