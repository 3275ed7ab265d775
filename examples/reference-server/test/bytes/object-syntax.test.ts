import { expect } from 'chai';
import { read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { batchAnswer, errorAnswer, sessionAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { footprintOf } from './footprint.js';

const good = objectNamed('syntax', 1000);
const lfsType = { 'Content-Type': 'application/vnd.git-lfs+json' };

/** Sizes as they stand in the request's text, so that no serializer tidies them up. */
const badSizes = [
  ...['-1', '-0', '-0.0', '1.5', '1e-1', '1e400', '-1e400', '9007199254740992', '9223372036854775808', '18446744073709551616'],
  ...['"1000"', '"0x10"', '""', 'null', 'true', '[]', '[1000]', '{}'],
];
const notJson = ['NaN', 'Infinity', '0x10', '01', '+1', '1_000', '1.', '.5'];
const badOids = [
  ...['', 'x', good.oid.slice(1), `${good.oid}0`, good.oid.toUpperCase(), `${good.oid.slice(0, 63)}g`, ` ${good.oid.slice(1)}`],
  ...[`${good.oid}\n`, `sha256:${good.oid.slice(7)}`, '../'.repeat(21) + 'a', `${good.oid.slice(0, 63)}\u0000`, '０'.repeat(64)],
];

describe('the syntax of an object', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  let sessionId: string;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
    sessionId = read(await repository.open(), 201, sessionAnswer).session.id;
  });
  after(() => bytes.close());
  afterEach('nothing came of it', async () => {
    expect(await repository.objects()).to.deep.equal([]);
  });

  const post = (path: string, body: string, headers = {}) =>
    repository.api.call('POST', `/repositories/${repository.id}${path}`, body, headers);
  const entryText = (oid: string, size: string): string => `{"oid":${JSON.stringify(oid)},"size":${size}}`;
  const batchText = (...entries: readonly string[]): string => `{"operation":"upload","objects":[${entries.join(',')}]}`;

  const expectRefused = async (path: string, body: string): Promise<void> => {
    expect(read(await post(path, body), 400, errorAnswer).error.code, body).to.equal('bad_request');
  };

  it('allows no size but an integer from 0 to 2^53-1', async () => {
    for (const size of [...badSizes, ...notJson]) {
      const entry = entryText(good.oid, size);
      await expectRefused(`/uploads/${sessionId}/objects`, `{"objects":[${entry}]}`);
      await expectRefused(`/uploads/${sessionId}/objects/${good.oid}/complete`, `{"size":${size}}`);
      await expectRefused('/lfs/objects/batch', batchText(entry));
    }
  });

  it('allows no oid but 64 lower-case hex digits', async () => {
    for (const oid of badOids) {
      await expectRefused(`/uploads/${sessionId}/objects`, `{"objects":[${entryText(oid, '1000')}]}`);
      await expectRefused('/lfs/objects/batch', batchText(entryText(oid, '1000')));
      await expectRefused('/downloads/authorize', `{"objects":[{"oid":${JSON.stringify(oid)}}]}`);
    }
    const upperCase = good.oid.toUpperCase();
    expect((await repository.complete(sessionId, { oid: upperCase, size: 1000 })).status).to.equal(400);
  });

  it('is judged object by object for a Git LFS client, and the others go through', async () => {
    for (const bad of [
      entryText(good.oid.toUpperCase(), '5'),
      entryText('x', '5'),
      entryText(objectNamed('other', 1).oid, '-1'),
    ]) {
      const answer = read(
        await post('/lfs/objects/batch', batchText(bad, entryText(good.oid, '1000')), lfsType),
        200,
        batchAnswer,
      );
      const [refused, accepted] = [
        answer.objects.find(({ oid }) => oid !== good.oid),
        answer.objects.find(({ oid }) => oid === good.oid),
      ];
      expect(refused?.error?.code).to.equal(422);
      expect(accepted?.actions).to.have.keys('upload', 'verify');
      expect(answer.objects).to.have.length(2);
    }
  });

  it('allows one oid twice with one size, and not with two', async () => {
    const twice = `${entryText(good.oid, '1000')},${entryText(good.oid, '1000')}`;
    const contradiction = `${entryText(good.oid, '1000')},${entryText(good.oid, '1001')}`;
    expect((await post(`/uploads/${sessionId}/objects`, `{"objects":[${twice}]}`)).status).to.equal(200);
    expect((await post('/lfs/objects/batch', batchText(twice))).status).to.equal(200);
    await expectRefused(`/uploads/${sessionId}/objects`, `{"objects":[${contradiction}]}`);
    await expectRefused('/lfs/objects/batch', batchText(contradiction));
  });

  it('allows an object of exactly the size of the plan, and not one byte more', async () => {
    const tib = 1024 ** 4;
    const fits = objectNamed('fits', 1).oid;
    const { session } = read(await repository.open(), 201, sessionAnswer);
    expect((await repository.authorize(session.id, [{ oid: fits, size: tib }])).status).to.equal(200);
    const refusal = read(await repository.authorize(session.id, [{ oid: good.oid, size: tib + 1 }]), 402, errorAnswer);
    expect(refusal.error.details).to.deep.equal({ reason: 'max_object_size', limit: tib, current: tib + 1 });
    const [large, small] = read(await repository.batch('upload', [{ oid: fits, size: tib + 1 }, good]), 200, batchAnswer).objects;
    expect(large?.error?.code).to.equal(402);
    expect(small?.actions).to.have.keys('upload', 'verify');
  });

  it('has left the repository as it was', async () => {
    expect((await footprintOf(repository)).generation).to.equal(0);
  });
});
