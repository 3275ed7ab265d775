import { expect } from 'chai';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { batchBody, clientHeaders, entriesOf, jsonOf, lfsRequest, lfsType, send, store } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';

/** Every order of some things. */
const orders = <T>(things: readonly T[]): readonly (readonly T[])[] =>
  things.length === 0
    ? [[]]
    : things.flatMap((first, index) => orders(things.filter((_, other) => other !== index)).map((rest) => [first, ...rest]));

describe('a batch request', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;
  const stored: TestObject = objectNamed('stored', 100);
  const object = { oid: stored.oid, size: stored.size };

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('asked');
    token = await world.createToken();
    await store(repository.lfsUrl, token, stored);
  });
  after(() => world.close());

  const ask = (more: Readonly<Record<string, unknown>>, operation = 'download', objects: readonly unknown[] = [object]) =>
    lfsRequest(repository.lfsUrl, '/objects/batch', token, batchBody(operation, objects, more));
  const askAs = (contentType: string, body: unknown) =>
    send({
      method: 'POST',
      url: `${repository.lfsUrl}/objects/batch`,
      headers: { ...clientHeaders(token), 'Content-Type': contentType },
      body: JSON.stringify(body),
    });

  it('may list transfers in any order, with names that nobody knows, none, null or nothing at all, and gets basic', async () => {
    const lists = [
      ...orders(['lfs-standalone-file', 'basic', 'ssh']),
      ['tus', 'some-agent', 'basic'],
      ['basic'],
      ['some-agent'],
      [],
      null,
      undefined,
    ];
    for (const transfers of lists) {
      const answer = await ask({ transfers });
      expect(entriesOf(answer), JSON.stringify(transfers)).to.have.length(1);
      expect(jsonOf(answer)).to.have.property('transfer', 'basic');
    }
  });

  it('may have a ref with a name, an empty one, null or none', async () => {
    for (const ref of [{ name: 'refs/heads/main' }, { name: '' }, {}, null, undefined]) {
      expect((await ask({ ref })).status, JSON.stringify(ref)).to.equal(200);
    }
  });

  it('may name sha256 or no hash algorithm, and gets 409 for another', async () => {
    for (const hash_algo of ['sha256', undefined, null]) expect((await ask({ hash_algo })).status).to.equal(200);
    expect((await ask({ hash_algo: 'sha512' })).status).to.equal(409);
  });

  it('has either media type, with or without a charset', async () => {
    for (const contentType of [lfsType, `${lfsType}; charset=utf-8`, 'application/json', 'application/json; charset=utf-8']) {
      const answer = await askAs(contentType, batchBody('download', [object]));
      expect(answer.status, contentType).to.equal(200);
      expect(answer.headers['content-type']).to.match(/^application\/vnd\.git-lfs\+json/);
    }
  });

  it('may have members of its own with the LFS media type, and none with application/json', async () => {
    const unknown = [
      batchBody('download', [object], { extra: true }),
      batchBody('download', [{ ...object, path: 'a.bin' }]),
      batchBody('download', [object], { ref: { name: 'refs/heads/main', sha: 'abc' } }),
    ];
    for (const body of unknown) {
      expect((await askAs(`${lfsType}; charset=utf-8`, body)).status).to.equal(200);
      expect((await askAs('application/json', body)).status).to.equal(400);
    }
  });

  it('with a malformed oid or size gets an error 422 for that object with the LFS media type, and 400 with application/json', async () => {
    const good = objectNamed('good', 10);
    const named = { oid: good.oid, size: good.size };
    const bad = [
      { oid: 'not an oid', size: 1 },
      { oid: good.oid.toUpperCase(), size: 1 },
      { oid: good.oid.slice(1), size: 1 },
      { oid: objectNamed('negative', 1).oid, size: -1 },
      { oid: objectNamed('half', 1).oid, size: 1.5 },
    ];
    for (const operation of ['upload', 'download']) {
      for (const malformed of bad) {
        const entries = entriesOf(await ask({}, operation, [malformed, named]));
        expect(entries).to.have.length(2);
        const refused = entries.find(({ oid }) => oid === malformed.oid);
        expect(refused?.error?.code, JSON.stringify(malformed)).to.equal(422);
        expect(refused?.actions).to.equal(undefined);
        expect(entries.find(({ oid }) => oid === named.oid)?.error?.code).to.not.equal(422);
        expect((await askAs('application/json', batchBody(operation, [malformed, named]))).status).to.equal(400);
      }
    }
  });

  it('may ask for an object of no bytes', async () => {
    const empty = objectNamed('empty', 0);
    const [entry] = entriesOf(await ask({}, 'upload', [{ oid: empty.oid, size: 0 }]));
    expect(entry?.actions?.upload?.href).to.be.a('string');
    await store(repository.lfsUrl, token, empty);
    const [again] = entriesOf(await ask({}, 'download', [{ oid: empty.oid, size: 0 }]));
    const answer = await send({ method: 'GET', url: again?.actions?.download?.href ?? '' });
    expect([answer.status, answer.bytes.length]).to.deep.equal([200, 0]);
  });

  it('without objects, or with another operation, is 400', async () => {
    for (const body of [
      batchBody('download', [], { objects: undefined }),
      batchBody('verify', [object]),
      batchBody('', [object]),
    ]) {
      for (const contentType of [lfsType, 'application/json']) expect((await askAs(contentType, body)).status).to.equal(400);
    }
  });
});
