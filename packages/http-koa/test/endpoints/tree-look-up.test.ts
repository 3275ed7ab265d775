import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { type ChunkedObject, chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const nothing = { packs: [], chunks: [], sizes: [], objects: [] };
const hex = (at: number): string => sha256(`chunk ${at}`);

for (const [kind, open] of Object.entries(eachDatabase)) {
  describe(`looking chunks up, kept ${kind}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let repository: string;
    const first = chunkedObject(Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 31 + (at >> 8)) % 251)));
    const second = chunkedObject(Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 17 + (at >> 7)) % 241)));
    before(async () => {
      const acme = await startAcme({ open });
      ({ service, world, owner } = acme);
      repository = await world.repository(owner, acme.organization, { name: 'Models' });
      await push(first);
      await push(second);
    });
    after(() => service.close());
    afterEach(() => expect(service.faults).to.deep.equal([]));

    const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
      world.call(method, `/repositories/${repository}/lfs/${path}`, { token: owner.token, body });
    const lookUp = (body: unknown): Promise<Answer> => call('POST', 'objects/chunks', body);
    const push = async (object: ChunkedObject): Promise<void> => {
      for (const { path, bytes } of [object.pack, object.map, object.manifest]) await call('PUT', path, bytes);
      const { status } = await call('POST', 'finalize', { objects: [{ oid: object.oid, size: object.size }] });
      expect(status).to.equal(200);
    };
    const packName = ({ pack }: ChunkedObject): string => pack.path.replace(/.*\//, '');

    it('tells where each of them lies: its index in the request, pack, offset, lengths and encoding', async () => {
      const [a = '', b = ''] = first.chunkNames;
      const [c = ''] = second.chunkNames;
      const { status, json } = await lookUp({ chunks: [hex(1), b, c, hex(2), a, b] });
      expect(status).to.equal(200);
      expect(json).to.deep.equal({
        packs: [packName(first), packName(second)],
        chunks: [
          [1, 0, 8 + 1024, 1024, 1024, 0],
          [2, 1, 8, 1024, 1024, 0],
          [4, 0, 8, 1024, 1024, 0],
          [5, 0, 8 + 1024, 1024, 1024, 0],
        ],
        sizes: [],
        objects: [],
      });
    });

    it('tells which sizes an object has', async () => {
      const { json } = await lookUp({ sizes: [0, first.size, 5001, second.size] });
      expect(json).to.deep.equal({ packs: [], chunks: [], sizes: [first.size, second.size], objects: [] });
    });

    it('tells how large those of the oids are that are objects', async () => {
      const { json } = await lookUp({ oids: [second.oid, sha256('unknown'), first.oid, second.oid] });
      expect(json).to.include.keys('packs', 'chunks', 'sizes');
      expect(valueAt(json, 'objects')).to.have.deep.members([
        { oid: first.oid, size: first.size },
        { oid: second.oid, size: second.size },
      ]);
    });

    it('may ask for nothing', async () => {
      for (const body of [{}, { chunks: [] }, { sizes: [] }, { oids: [] }]) {
        expect((await lookUp(body)).json, JSON.stringify(body)).to.deep.equal(nothing);
      }
    });

    it('does not tell of chunks that nobody has verified, nor of another repository', async () => {
      const unverified = chunkedObject(Buffer.alloc(4000, 'unverified'));
      for (const { path, bytes } of [unverified.pack, unverified.map, unverified.manifest]) {
        expect((await call('PUT', path, bytes)).status).to.equal(201);
      }
      const body = { chunks: unverified.chunkNames, sizes: [unverified.size], oids: [unverified.oid] };
      expect((await lookUp(body)).json).to.deep.equal(nothing);
      const other = await world.repository(owner, await world.organization(owner, 'Other'), { name: 'Other' });
      const elsewhere = await world.call('POST', `/repositories/${other}/lfs/objects/chunks`, {
        token: owner.token,
        body: { chunks: first.chunkNames, sizes: [first.size], oids: [first.oid] },
      });
      expect(elsewhere.json).to.deep.equal(nothing);
    });

    it('takes 12,000 names, 1,000 sizes and 1,000 oids at once, and no more', async () => {
      const names = Array.from({ length: 12_000 }, (_, at) => first.chunkNames[at % 100] ?? hex(at));
      const sizes = Array.from({ length: 1000 }, (_, at) => Number.MAX_SAFE_INTEGER - at);
      const oids = Array.from({ length: 1000 }, (_, at) => hex(at));
      const { status, json } = await lookUp({ chunks: names, sizes, oids });
      expect(status).to.equal(200);
      expect(valueAt(json, 'chunks')).to.have.length(120 * first.chunkNames.length);
      expect((await lookUp({ chunks: [...names, hex(0)] })).status).to.equal(400);
      expect((await lookUp({ sizes: [...sizes, 1] })).status).to.equal(400);
      expect((await lookUp({ oids: [...oids, first.oid] })).status).to.equal(400);
    });

    it('refuses what is no name, no size, or unknown', async () => {
      const bodies = [
        [],
        { chunks: 'x' },
        { chunks: ['x'] },
        { chunks: [hex(1).toUpperCase()] },
        { chunks: [1] },
        { sizes: [-1] },
        { sizes: [1.5] },
        { sizes: ['1'] },
        { oids: ['x'] },
        { oids: [first.oid.toUpperCase()] },
        { unknown: 1 },
      ];
      for (const body of bodies) expect((await lookUp(body)).status, JSON.stringify(body)).to.equal(400);
    });
  });
}
