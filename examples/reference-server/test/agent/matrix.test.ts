import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectOf, type TestObject } from '../client/test-object.js';
import { authorizeAnswer, finalizeAnswer, sessionAnswer } from '../client/wire.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import {
  cloneOf,
  commitPointer,
  createOrigin,
  createWorkingCopy,
  objectPath,
  type WorkingCopy,
} from '../git-lfs/working-copy.js';
import { agent } from './agent-process.js';
import { sentPacks, wholeUploads } from './tree-traffic.js';

const SIZE = 3 * 1024 * 1024;

/** Half of it is noise, half of it repeats, so that chunks of every encoding are in it. */
const objectFor = (writer: string): TestObject =>
  objectOf(Buffer.concat([bytesNamed(writer, SIZE / 2), Buffer.alloc(SIZE / 2, `written by ${writer}. `)]));

const writers = ['git-lfs', 'an upload session', 'the chunk tree'] as const;
type Writer = (typeof writers)[number];

describe('objects of every path', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let client: RepositoryClient;
  let computer: GitClient;
  let origin: string;
  let copy: WorkingCopy;
  let service: { readonly env: Readonly<Record<string, string>> };
  const objects = new Map<Writer, TestObject>(writers.map((writer) => [writer, objectFor(writer)]));
  const objectOfWriter = (writer: Writer): TestObject => objects.get(writer) ?? expect.fail(`${writer} writes nothing`);

  const pushBasic = async ({ oid, size, bytes }: TestObject): Promise<void> => {
    await mkdir(dirname(objectPath(copy, oid)), { recursive: true });
    await writeFile(objectPath(copy, oid), bytes);
    await commitPointer(copy, `basic ${oid}.bin`, oid, size);
    const push = await copy.push();
    expect(push.exitCode, push.stdout + push.stderr).to.equal(0);
  };

  const pushSession = async (object: TestObject): Promise<void> => {
    const opened = expectStatus(await client.open(), 201);
    const { session } = read(opened, 201, sessionAnswer);
    const authorized = await client.authorize(session.id, [object]);
    const [entry] = read(authorized, 200, authorizeAnswer).objects;
    if (entry?.upload_url !== undefined) expectStatus(await client.put(entry.upload_url, object.bytes), 200);
    expectStatus(await client.complete(session.id, object), 204);
    read(await client.finalize(session.id), 200, finalizeAnswer);
  };

  const pushTree = async ({ bytes, oid }: TestObject): Promise<{ readonly sent: number }> => {
    const path = join(computer.root, `${oid}.source`);
    await writeFile(path, bytes);
    const said: unknown = JSON.parse(await agent(computer, ['push', '--json', path], service));
    expect(said).to.include({ oid, path, size: bytes.length });
    return { sent: Number(said !== null && typeof said === 'object' && 'sent_bytes' in said ? said.sent_bytes : Number.NaN) };
  };

  const write: Record<Writer, (object: TestObject) => Promise<unknown>> = {
    'git-lfs': pushBasic,
    'an upload session': pushSession,
    'the chunk tree': pushTree,
  };

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('matrix');
    const token = await world.createToken();
    const api = createApiClient(world.server.baseUrl, token);
    client = createRepositoryClient(api, repository.id, '');
    computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
    service = { env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: token } };
    origin = await createOrigin(computer);
    copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    for (const writer of writers) await write[writer](objectOfWriter(writer));
    for (const writer of writers) await commitPointer(copy, `${writer}.bin`, objectOfWriter(writer).oid, SIZE);
    const push = await copy.push({ env: { GIT_LFS_SKIP_PUSH: '1' } });
    expect(push.exitCode, push.stderr).to.equal(0);
  });
  after(() => world.close());
  beforeEach(() => world.proxy.forget());

  const expectCloned = async (reader: GitClient, name: string): Promise<void> => {
    const { outcome, copy: clone } = await cloneOf(reader, origin, name);
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    for (const writer of writers) {
      expect((await readFile(join(clone.path, `${writer}.bin`))).equals(objectOfWriter(writer).bytes), writer).to.equal(true);
    }
    expect(await clone.git('lfs', 'fsck')).to.contain('Git LFS fsck OK');
  };

  it('are read by git-lfs alone', async () => {
    await expectCloned(computer, 'basic');
    expect(world.proxy.exchanges.some(({ path }) => path.includes('/lfs/assets/'))).to.equal(false);
  });

  it('are read by git-lfs with the agent', async () => {
    const other = await world.newComputer();
    await other.saveCredential(repository.lfsUrl, await world.createToken());
    await agent(other, ['install', '--global']);
    await expectCloned(other, 'with-agent');
    expect(world.proxy.exchanges.some(({ path }) => path.includes('/lfs/assets/'))).to.equal(true);
  });

  for (const writer of writers) {
    it(`are read through download authorization when ${writer} has written them`, async () => {
      expect((await client.download(objectOfWriter(writer).oid))?.equals(objectOfWriter(writer).bytes)).to.equal(true);
    });

    it(`are read by svc pull, and verified by svc verify, when ${writer} has written them`, async () => {
      const { oid, bytes } = objectOfWriter(writer);
      const path = join(computer.root, `pulled ${writer}`);
      await agent(computer, ['pull', oid, '-o', path], service);
      expect(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ).to.equal(oid);
      expect((await readFile(path)).equals(bytes)).to.equal(true);
      await agent(computer, ['verify', oid], service);
    });
  }

  it('are sent again by no path, whichever has written them', async () => {
    for (const writer of writers) expect(await pushTree(objectOfWriter(writer)), writer).to.deep.equal({ sent: 0 });
    expect(sentPacks(world.proxy)).to.deep.equal([]);
    const again = await createWorkingCopy(computer, await createOrigin(computer, 'again.git'), repository.lfsUrl, 'again');
    await again.commit(Object.fromEntries(writers.map((writer) => [`again ${writer}.bin`, objectOfWriter(writer).bytes])));
    const push = await again.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    await agent(computer, ['install'], { folder: again.path });
    await again.git('lfs', 'push', '--all', 'origin');
    expect(wholeUploads(world.proxy)).to.deep.equal([]);
    expect(sentPacks(world.proxy)).to.deep.equal([]);
  });
});
