import { expect } from 'chai';
import { bytesNamed, objectNamed, type TestObject } from '../client/test-object.js';
import { actionOf, batch, type BatchAction, type BatchEntry, entriesOf, store, upload } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';

const LIFETIME_SECONDS = 900;
const CLOCK_TOLERANCE_MS = 60_000;
const MANY = 300;

describe('a batch answer', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let other: RepositoryName;
  let token: string;
  const stored: TestObject = objectNamed('stored', 100);
  const elsewhere: TestObject = objectNamed('elsewhere', 100);

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('answered');
    other = await world.createRepository('other');
    token = await world.createToken();
    await store(repository.lfsUrl, token, stored);
    await store(other.lfsUrl, token, elsewhere);
  });
  after(() => world.close());

  const named = ({ oid, size }: TestObject) => ({ oid, size });
  const ask = async (operation: 'upload' | 'download', ...objects: readonly TestObject[]): Promise<readonly BatchEntry[]> =>
    entriesOf(await batch(repository.lfsUrl, token, operation, objects.map(named)));

  it('has one entry for each object of the request, with the same oid, and an action or an error in each of a download', async () => {
    const objects = [stored, elsewhere, ...Array.from({ length: MANY }, (_, index) => objectNamed(`many ${index}`, index))];
    for (const operation of ['download', 'upload'] as const) {
      const entries = await ask(operation, ...objects);
      expect(entries.map(({ oid }) => oid)).to.have.members(objects.map(({ oid }) => oid));
      expect(entries).to.have.length(objects.length);
      for (const { oid, actions, error } of entries) {
        if (operation === 'upload' && oid === stored.oid) continue;
        expect((actions === undefined) !== (error === undefined), oid).to.equal(true);
      }
    }
  });

  it('says that an object is there only after its bytes have been verified', async () => {
    const { oid, size } = objectNamed('unverified', 500);
    const put = actionOf(await batch(repository.lfsUrl, token, 'upload', [{ oid, size }]), 'upload');
    const missing = async () => (await ask('download', objectNamed('unverified', 500)))[0]?.error?.code;
    expect(await missing()).to.equal(404);
    await upload(put, bytesNamed('something else', size));
    expect(await missing()).to.equal(404);
    const [again] = await ask('upload', objectNamed('unverified', 500));
    expect(again?.actions?.upload, 'wrong bytes never suppress an upload').to.not.equal(undefined);
  });

  it('knows nothing of the objects of another repository', async () => {
    const [download] = await ask('download', elsewhere);
    expect(download?.error?.code).to.equal(404);
    const [uploading] = await ask('upload', elsewhere);
    expect(uploading?.actions?.upload).to.not.equal(undefined);
  });

  it('has no actions for the upload of an object that is there, and an upload with a verify action for one that is not', async () => {
    const [present, absent] = await ask('upload', stored, objectNamed('absent', 10));
    expect(present).to.include(named(stored)).and.to.not.have.any.keys('actions', 'error');
    expect(absent?.actions).to.have.all.keys('upload', 'verify');
  });

  it('says that the actions need no other credential', async () => {
    const [download] = await ask('download', stored);
    const uploads = await ask('upload', stored, objectNamed('absent', 10));
    for (const entry of [download, ...uploads]) expect(entry?.authenticated).to.equal(true);
  });

  it('says twice when an action ends: in seconds from now and as a time', async () => {
    const [download] = await ask('download', stored);
    const [uploading] = await ask('upload', objectNamed('absent', 10));
    const actions: readonly (BatchAction | undefined)[] = [download?.actions?.download, uploading?.actions?.upload];
    for (const action of actions) {
      expect(action?.expires_in).to.equal(LIFETIME_SECONDS);
      expect(action?.expires_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      const end = Date.parse(action?.expires_at ?? '');
      expect(end - Date.now()).to.be.closeTo(LIFETIME_SECONDS * 1000, CLOCK_TOLERANCE_MS);
    }
  });

  it('gives an upload its Content-Type, and never asks for chunks', async () => {
    const [entry] = await ask('upload', objectNamed('absent', 10));
    const header = entry?.actions?.upload?.header;
    expect(header).to.have.property('Content-Type', 'application/octet-stream');
    expect(Object.keys(header ?? {}).map((name) => name.toLowerCase())).to.not.include('transfer-encoding');
  });
});
