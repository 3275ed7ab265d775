import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { bytesNamed, objectNamed, sha256, type TestObject } from '../client/test-object.js';
import { signedUrls } from '../server/stack.js';
import { actionOf, basic, entriesOf, lfsType, send } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';

/** What aiohttp sends with every request, which DVC speaks through. */
const aiohttp = { Accept: '*/*', 'Accept-Encoding': 'gzip, deflate', 'User-Agent': 'Python/3.11 aiohttp/3.9.5' };
/** What urllib does, with which dulwich sends bytes. */
const urllib = { 'Accept-Encoding': 'identity', 'User-Agent': 'Python-urllib/3.11', Connection: 'close' };

// The requests of clients in Python, written down from their sources: dulwich 1.1 and scmrepo 2 (DVC), which reads alone.
describe('Git LFS clients in Python', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('python');
    token = await world.createToken();
  });
  after(() => world.close());

  /** scmrepo takes any URL for that of a Git repository. */
  const batchOfDvc = (url: string, objects: readonly TestObject[], credential?: string) =>
    send({
      method: 'POST',
      url: `${url}.git/info/lfs/objects/batch`,
      headers: {
        ...aiohttp,
        Accept: lfsType,
        'Content-Type': lfsType,
        ...(credential === undefined ? {} : { Authorization: basic(credential) }),
      },
      body: JSON.stringify({
        operation: 'download',
        transfers: ['basic'],
        objects: objects.map(({ oid, size }) => ({ oid, size })),
        hash_algo: 'sha256',
        ref: [{ name: 'refs/heads/main' }],
      }),
    });

  const batchOfDulwich = (object: TestObject) =>
    send({
      method: 'POST',
      url: `${repository.lfsUrl}/objects/batch`,
      headers: {
        Accept: lfsType,
        'Content-Type': lfsType,
        'User-Agent': 'git-lfs/dulwich/1.1.0',
        'Accept-Encoding': 'identity',
        Authorization: basic(token),
      },
      body: JSON.stringify({
        operation: 'upload',
        transfers: ['basic'],
        objects: [{ oid: object.oid, size: object.size }],
        ref: { name: 'refs/heads/main' },
      }),
    });

  /** Batch and PUT, and verify where the client calls it. */
  const push = async (object: TestObject, { verifies }: { readonly verifies: boolean }): Promise<void> => {
    const batch = await batchOfDulwich(object);
    const upload = actionOf(batch, 'upload');
    const headers = { ...(verifies ? urllib : aiohttp), ...upload.header };
    expect((await send({ method: 'PUT', url: upload.href, headers, body: object.bytes })).status).to.equal(200);
    if (!verifies) return;
    const verify = actionOf(batch, 'verify');
    const body = JSON.stringify({ oid: object.oid, size: object.size });
    const asked = await send({
      method: 'POST',
      url: verify.href,
      headers: { ...urllib, 'Content-Type': lfsType, ...verify.header },
      body,
    });
    expect(asked.status).to.equal(200);
  };

  it('push with dulwich, which has each object verified, and with aiohttp, which does not', async () => {
    const objects = [objectNamed('dulwich', 70_000), objectNamed('aiohttp', 70_000)];
    await push(objects[0] ?? expect.fail(), { verifies: true });
    expect(await world.listedOids(repository)).to.deep.equal([objects[0]?.oid]);
    await push(objects[1] ?? expect.fail(), { verifies: false });
    await waitUntil('both are listed', async () => (await world.listedOids(repository)).length === 2);
    expect(await world.listedOids(repository)).to.have.members(objects.map(({ oid }) => oid));
  });

  it('push an empty object in chunks, where the service itself takes it', async () => {
    const bytes = bytesNamed('empty', 0);
    const empty = { oid: sha256(bytes), size: 0, bytes };
    const upload = actionOf(await batchOfDulwich(empty), 'upload');
    const request = { method: 'PUT', url: upload.href, headers: { ...aiohttp, ...upload.header }, body: bytes };
    // The signature of a bucket's URL holds for a request that says its length.
    const expected = signedUrls === 'external' ? 403 : 200;
    expect((await send({ ...request, declaredBytes: 'chunked' })).status).to.equal(expected);
  });

  it('pull with DVC, which asks without a credential first, and names the branch in a list', async () => {
    const objects = [objectNamed('pulled', 70_000), objectNamed('also pulled', 5)];
    for (const object of objects) await push(object, { verifies: true });
    for (const url of [repository.lfsUrl, repository.lfsUrl.slice(0, -'/lfs'.length)]) {
      const asked = await batchOfDvc(url, objects);
      expect(asked.status).to.equal(401);
      expect(asked.headers['www-authenticate']).to.match(/^Basic /);
      const entries = entriesOf(await batchOfDvc(url, objects, token));
      expect(entries.map(({ oid }) => oid)).to.deep.equal(objects.map(({ oid }) => oid));
      for (const [index, { actions }] of entries.entries()) {
        const { href, header = {} } = actions?.download ?? expect.fail('no URL');
        const got = await send({ method: 'GET', url: href, headers: { ...aiohttp, ...header } });
        expect(got.status).to.equal(200);
        expect(got.bytes.equals(objects[index]?.bytes ?? expect.fail())).to.equal(true);
      }
    }
  });
});
