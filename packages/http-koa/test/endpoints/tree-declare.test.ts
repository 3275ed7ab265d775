import { parseChunkMap } from '@svc/core/packs';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { type ChunkedObject, chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import type { Answer } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

/** The chunks of an object as a declaration tells of them. */
const declared = ({ map, pack }: ChunkedObject) => {
  const rows = parseChunkMap(map.bytes)
    ._unsafeUnwrap()
    .map(({ name, offset, storedBytes, rawBytes, encoding }) => [name, 0, offset, storedBytes, rawBytes, encoding]);
  return { packs: [pack.path.replace(/.*\//, '')], chunks: rows };
};

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`declaring chunks, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    const object = chunkedObject(Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 31 + (at >> 8)) % 251)));
    const rows = declared(object);
    before(async () => {
      const acme = await startAcme({ open });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
    });
    after(() => service.close());
    afterEach(() => expect(service.faults).to.deep.equal([]));

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}/lfs/${path}`, { token: owner.token, body });
    const declare = (body: unknown): Promise<Answer> => call('POST', 'objects/announce', body);

    it('begins the verification of an object, which a finalize ends', async () => {
      await call('PUT', object.pack.path, object.pack.bytes);
      const first = await declare({ push: 'p', from: 0, packs: rows.packs, chunks: rows.chunks.slice(0, 3) });
      expect([first.status, first.json]).to.deep.equal([200, { proving: true }]);
      const second = await declare({ push: 'p', from: 3, packs: rows.packs, chunks: rows.chunks.slice(3) });
      expect(second.json).to.deep.equal({ proving: true });
      for (const { path, bytes } of [object.map, object.manifest]) await call('PUT', path, bytes);
      const finalized = await call('POST', 'finalize', { objects: [{ oid: object.oid, size: object.size }] });
      expect(finalized.json).to.deep.equal({ generation: 1, objects: 1 });
      const known = await call('POST', 'objects/chunks', { sizes: [object.size] });
      expect(known.json).to.deep.equal({ packs: [], chunks: [], sizes: [object.size], objects: [] });
    });

    it('says when there is nothing to go on with', async () => {
      expect((await declare({ push: 'q', from: 1, ...rows })).json).to.deep.equal({ proving: false });
    });

    it('refuses what is malformed', async () => {
      const [row = []] = rows.chunks;
      const good = { push: 'r', from: 0, ...rows };
      const bodies = [
        { ...good, push: '' },
        { ...good, push: 'a b' },
        { ...good, from: -1 },
        { ...good, packs: ['x'] },
        { ...good, packs: [] },
        { ...good, chunks: [[...row.slice(0, 5), 3]] },
        { ...good, chunks: [row.slice(0, 5)] },
        { ...good, chunks: [[sha256('x').toUpperCase(), ...row.slice(1)]] },
        { ...good, chunks: Array.from({ length: 4097 }, () => row) },
        { ...good, unknown: 1 },
      ];
      for (const body of bodies) expect((await declare(body)).status, JSON.stringify(body).slice(0, 200)).to.equal(400);
    });
  });
}
