import { ggufFile, safetensorsFile, type TensorToWrite } from '@svc/test-services/tensor-files';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { chunkedObject } from '../support/chunked-object.js';
import { eachDatabase } from '../support/each-database.js';
import { type Answer, listAt, textAt, valueAt } from '../support/request.js';
import { createSeeded } from '../support/seeded.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestOrganization, type TestUser, type World } from '../support/world.js';

const next = createSeeded(20);
const randomBytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => Math.floor(next() * 256));
const layer = (name: string, bytes: Uint8Array): TensorToWrite => ({ name, dtype: 'U8', shape: [bytes.byteLength], bytes });
const layers = ['embed', 'middle', 'head'].map((name) => layer(name, randomBytes(8192)));
const trained = layers.map((each) => (each.name === 'middle' ? layer('middle', randomBytes(8192)) : each));

for (const [name, open] of Object.entries(eachDatabase)) {
  describe(`the comparison of two objects on a database ${name}`, () => {
    let service: TestService;
    let world: World;
    let owner: TestUser;
    let organization: TestOrganization;
    let repository: string;
    beforeEach(async () => {
      ({ service, world, owner, organization } = await startAcme({ defaultPlan: 'team', open }));
      repository = await world.repository(owner, organization, { name: 'Models' });
    });
    afterEach(() => service.close());

    const store = (bytes: Uint8Array): Promise<string> => world.object(owner, repository, Buffer.from(bytes));
    const storeInChunks = async (bytes: Uint8Array, chunkBytes = 1024): Promise<string> => {
      const object = chunkedObject(bytes, chunkBytes);
      const at = `/repositories/${repository}/lfs`;
      for (const file of [object.pack, object.map, object.manifest]) {
        await world.call('PUT', `${at}/${file.path}`, { token: owner.token, body: file.bytes });
      }
      const body = { objects: [{ oid: object.oid, size: object.size }] };
      const finalized = await world.call('POST', `${at}/finalize`, { token: owner.token, body });
      expect(finalized.status, finalized.text).to.equal(200);
      return object.oid;
    };
    const compare = (oid: string, other: string, query = ''): Promise<Answer> =>
      world.call('GET', `/repositories/${repository}/artifacts/${oid}/compare/${other}${query}`, { token: owner.token });
    const statusesOf = ({ json }: Answer): readonly unknown[] =>
      listAt(json, 'tensors').map((tensor) => `${textAt(tensor, 'name')} ${textAt(tensor, 'status')}`);
    const refusedWith = async (oid: string, other: string): Promise<unknown> => {
      const { status, json, text } = await compare(oid, other);
      expect(status, text).to.equal(400);
      return valueAt(json, 'error.details');
    };

    it('in chunks tells the tensor that was trained, and that the others are shared', async () => {
      const before = await storeInChunks(safetensorsFile(layers));
      const after = await storeInChunks(safetensorsFile(trained));
      const { status, json, text } = await compare(after, before);
      expect(status, text).to.equal(200);
      const facts = { dtype: 'U8', shape: [8192], bytes: 8192 };
      const [embed, middle, head] = listAt(json, 'tensors');
      expect(middle).to.deep.equal({
        name: 'middle',
        status: 'changed',
        ...facts,
        shared_bytes: valueAt(middle, 'shared_bytes'),
        other: facts,
      });
      // What lies beside it shares a chunk with it.
      for (const beside of [embed, head]) {
        expect(valueAt(beside, 'status')).to.be.oneOf(['same', 'undecided']);
        expect(valueAt(beside, 'shared_bytes')).to.be.within(7168, 8192);
      }
      expect(json).to.include({ format: 'safetensors', has_chunk_maps: true });
      expect(valueAt(json, 'totals.changed')).to.deep.equal({ tensors: 1, bytes: 8192 });
      expect(valueAt(json, 'totals.shared_bytes')).to.be.within(2 * 7168, 2 * 8192 + 1024);
    });

    it('comes page by page, and of one status alone', async () => {
      const tensors = Array.from({ length: 10 }, (_, at) => layer(`t${at}`, randomBytes(2048)));
      const before = await storeInChunks(safetensorsFile([...tensors, layer('gone', randomBytes(10))]));
      const after = await storeInChunks(
        safetensorsFile(tensors.map((each, at) => (at % 2 === 0 ? layer(each.name, randomBytes(2049 + at)) : each))),
      );
      const all = statusesOf(await compare(after, before));
      expect(all).to.have.length(11);
      expect(all.at(-1)).to.equal('gone removed');
      const pages: unknown[] = [];
      let cursor = '';
      for (let pagesLeft = 10; pagesLeft > 0; pagesLeft -= 1) {
        const answer = await compare(after, before, `?status=changed&limit=2${cursor}`);
        pages.push(...statusesOf(answer));
        if (valueAt(answer.json, 'next_cursor') === undefined) break;
        cursor = `&cursor=${textAt(answer.json, 'next_cursor')}`;
      }
      expect(pages).to.deep.equal(all.filter((each) => String(each).endsWith('changed')));
      expect(pages).to.have.length(5);
    });

    it('stored whole compares their headers', async () => {
      const before = await store(safetensorsFile(layers));
      const bigger = [...trained.slice(0, 2), layer('head', randomBytes(9000)), layer('new', randomBytes(5))];
      const after = await store(safetensorsFile(bigger));
      const answer = await compare(after, before);
      expect(statusesOf(answer)).to.deep.equal(['embed undecided', 'middle undecided', 'head changed', 'new added']);
      expect(valueAt(answer.json, 'has_chunk_maps')).to.equal(false);
      expect(valueAt(answer.json, 'tensors.0')).not.to.have.property('shared_bytes');
      // One of them in chunks is as good as none.
      const chunked = await storeInChunks(safetensorsFile(trained));
      expect(valueAt((await compare(chunked, before)).json, 'has_chunk_maps')).to.equal(false);
    });

    it('works for GGUF, too', async () => {
      const weights = randomBytes(36 * 200);
      const tensors = [
        { name: 'a', type: 2, shape: [32, 400], bytes: weights },
        { name: 'b', type: 0, shape: [1000], bytes: randomBytes(4000) },
      ];
      const before = await storeInChunks(ggufFile(tensors));
      const after = await storeInChunks(
        ggufFile([
          { name: 'a', type: 2, shape: [32, 400], bytes: weights },
          { name: 'b', type: 1, shape: [1000], bytes: randomBytes(2000) },
        ]),
      );
      const answer = await compare(after, before);
      expect(valueAt(answer.json, 'format')).to.equal('gguf');
      expect(valueAt(answer.json, 'tensors.1')).to.deep.include({
        name: 'b',
        status: 'changed',
        dtype: 'F16',
        other: { dtype: 'F32', shape: [1000], bytes: 4000 },
      });
      expect(valueAt(answer.json, 'tensors.0.shared_bytes')).to.be.greaterThan(6000);
    });

    it('that cannot be compared says why', async () => {
      const model = await store(safetensorsFile(layers));
      const text = await store(Buffer.from('no model at all'));
      const broken = await store(safetensorsFile(layers).subarray(0, 20_000));
      const gguf = await store(ggufFile([]));
      const huge = Buffer.alloc(16, '{');
      huge.writeBigUInt64LE(8n);
      expect(await refusedWith(model, text)).to.deep.equal({ field: 'other', problem: 'unsupported', reason: 'no_tensor_file' });
      expect(await refusedWith(text, model)).to.deep.equal({ field: 'oid', problem: 'unsupported', reason: 'no_tensor_file' });
      expect(await refusedWith(model, broken)).to.deep.equal({ field: 'other', problem: 'malformed', reason: 'tensor_header' });
      expect(await refusedWith(model, await store(huge))).to.deep.equal({
        field: 'other',
        problem: 'malformed',
        reason: 'tensor_header',
      });
      expect(await refusedWith(model, gguf)).to.deep.equal({
        field: 'other',
        problem: 'contradictory',
        reason: 'formats_differ',
      });
      expect(await refusedWith(model, model)).to.deep.equal({ field: 'other', problem: 'contradictory', reason: 'same_object' });
    });

    it('is of objects of one repository', async () => {
      const model = await store(safetensorsFile(layers));
      const other = await store(safetensorsFile(trained));
      const elsewhere = await world.repository(owner, organization, { name: 'Data' });
      const at = `/repositories/${elsewhere}/artifacts/${model}/compare/${other}`;
      expect((await world.call('GET', at, { token: owner.token })).status).to.equal(404);
      expect((await compare(model, sha256('nothing'))).status).to.equal(404);
      expect((await compare(model, 'ABC')).status).to.equal(400);
      expect((await compare(model, other, '?limit=1001')).status).to.equal(400);
    });
  });
}
