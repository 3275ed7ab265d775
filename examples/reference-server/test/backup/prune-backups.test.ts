import { createNodeCodec } from '@svc/codec-node';
import { unavailable } from '@svc/core/model';
import { createFsBlobStore } from '@svc/storage-fs';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from '../../src/adapters/open-storage.js';
import { planPrune, removeUnneeded } from '../../src/backup/prune-backups.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectNamed, type TestObject } from '../client/test-object.js';
import { createAckJournal } from '../crash/ack-journal.js';
import { perform } from '../crash/push.js';
import { createTreeClient } from '../tree/tree-client.js';
import { treeObjectOf } from '../tree/tree-object.js';
import { newBackupFolder, removeBackupFolder } from './backup-folder.js';
import { type BackupStack, newStack } from './backup-stack.js';

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.'))
    .toSorted();

describe('svc-server prune-backups', () => {
  let folder: string;
  let source: BackupStack;
  let api: ApiClient;
  let keep: RepositoryClient;
  const stacks: BackupStack[] = [];
  const [always, late] = [objectNamed('always', 5000), objectNamed('late', 4000)];
  const chunked = { early: bytesNamed('early', 100_000), late: bytesNamed('later', 100_000) };

  const another = async (): Promise<BackupStack> => {
    const stack = await newStack('sqlite-fs');
    stacks.push(stack);
    return stack;
  };
  const push = (repository: RepositoryClient, ...objects: readonly TestObject[]) =>
    perform(
      repository,
      { kind: 'session', key: objects.map(({ oid }) => oid.slice(0, 20)).join(), objects, echoes: 1 },
      createAckJournal(),
    );
  const prune = (place: string, ...options: readonly string[]) => source.command('prune-backups', '--from', place, ...options);
  const backupsOf = async (place: string): Promise<readonly string[]> =>
    (await source.command('backups', '--from', place)).stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '');
  const check = async (place: string): Promise<void> => {
    const checked = await source.command('restore', '--from', place, '--check');
    expect(checked.code, checked.stdout + checked.stderr).to.equal(0);
  };

  // Three back-ups: of two repositories, of one of them alone, and of that with more in it.
  beforeEach(async () => {
    folder = newBackupFolder();
    source = await another();
    const server = await source.serve();
    const codec = await createNodeCodec();
    api = createApiClient(server.baseUrl, server.adminToken);
    keep = await api.createRepository('kept');
    const gone = await api.createRepository('gone');
    const tree = createTreeClient(keep, server.baseUrl, server.adminToken);
    await push(keep, always);
    await push(gone, objectNamed('gone', 3000));
    await createTreeClient(gone, server.baseUrl, server.adminToken).push(treeObjectOf(codec, chunked.early, 64 * 1024));
    expectStatus(await tree.put({ path: 'meta/notes', bytes: Buffer.from('early') }), 201);
    const backUp = async (): Promise<void> => {
      expect((await source.command('backup', '--to', folder)).code).to.equal(0);
    };
    await backUp();
    expectStatus(await api.call('DELETE', `/repositories/${gone.id}`), 204);
    expectStatus(await tree.put({ path: 'meta/notes', bytes: Buffer.from('late') }), 201);
    await backUp();
    await push(keep, late);
    await tree.push(treeObjectOf(codec, chunked.late, 64 * 1024));
    await backUp();
  });
  afterEach(async () => {
    api.close();
    for (const stack of stacks.splice(0)) await stack.drop();
    removeBackupFolder(folder);
  });

  it('removes old back-ups and what only they need; what is kept is restored whole, and checks as clean', async () => {
    const before = filesBelow(folder);
    const ids = await backupsOf(folder);
    expect((await prune(folder, '--keep-last', '1', '--keep-within', '1')).stdout).to.match(/^removed 0 back-ups, and 0 files/);
    expect(filesBelow(folder)).to.deep.equal(before);
    const pruned = await prune(folder, '--keep-last', '2');
    expect(pruned.stdout, pruned.stderr).to.match(/^removed 1 back-ups, and [1-9]\d* files with [1-9]\d* bytes; 2 are kept\n$/);
    expect(await backupsOf(folder)).to.deep.equal(ids.slice(1));
    expect((await source.command('restore', '--from', folder, '--backup', ids[1] ?? '', '--check')).code).to.equal(0);
    const target = await another();
    const restored = await target.command('restore', '--from', folder);
    expect(restored.code, restored.stderr).to.equal(0);
    const fsck = await target.command('fsck', '--read-data');
    expect(fsck.code, fsck.stdout + fsck.stderr).to.equal(0);
    const there = await target.serve();
    const client = createApiClient(there.baseUrl, there.adminToken);
    const seen = createRepositoryClient(client, keep.id, keep.organizationId);
    for (const object of [always, late]) await seen.expectDownload(object);
    const notes = await createTreeClient(seen, there.baseUrl, there.adminToken).get('meta/notes');
    expect(notes.bytes.toString()).to.equal('late');
    client.close();
    expect((await prune(folder, '--keep-last', '1')).stdout).to.match(/^removed 1 back-ups, and 0 files/);
    expect((await source.command('backup', '--to', folder)).stdout).to.contain(', of which 0 were new');
  });

  it('leaves what is kept whole, wherever it is broken off, and the next one ends it', async () => {
    const clean = `${folder}-clean`;
    cpSync(folder, clean, { recursive: true });
    expect((await prune(clean, '--keep-last', '1')).code).to.equal(0);
    const removed = filesBelow(folder).length - filesBelow(clean).length;
    for (const after of [0, 2, removed - 1]) {
      const place = `${folder}-${after}`;
      cpSync(folder, place, { recursive: true });
      const options = { baseUrl: 'http://localhost', linkKeys: [{ id: 'none', secret: new Uint8Array(32) }], exclusive: false };
      const blobs = await createFsBlobStore({ ...options, root: place });
      const work = join(source.folder, `work-${after}`);
      mkdirSync(work);
      let left = after;
      const remove: typeof blobs.remove = (key) => ((left -= 1) < 0 ? errAsync(unavailable('storage')) : blobs.remove(key));
      const breaking = { blobs: { ...blobs, remove }, work };
      const plan = await planPrune(breaking, { last: 1, withinDays: 0 }, Date.now());
      const outcome = await removeUnneeded(breaking, plan).then(
        () => 'whole',
        () => 'broken off',
      );
      expect(outcome).to.equal('broken off');
      await check(place);
      expect((await prune(place, '--keep-last', '1')).code).to.equal(0);
      expect(filesBelow(place), `broken off after ${after}`).to.deep.equal(filesBelow(clean));
      rmSync(place, { recursive: true });
    }
    rmSync(clean, { recursive: true });
  });

  it('removes nothing beside a back-up into the same folder, nor when a kept one cannot be read', async () => {
    const before = filesBelow(folder);
    const claim = await claimFolder(folder);
    const beside = await prune(folder, '--keep-last', '1');
    expect([beside.code, beside.stderr]).to.deep.equal([1, beside.stderr]);
    expect(beside.stderr).to.match(/in use by another/);
    claim.release();
    const [, , latest = ''] = await backupsOf(folder);
    const path = join(folder, 'backups', latest, 'database');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(1));
    expect((await prune(folder, '--keep-last', '1')).stderr).to.match(/the database of the back-up \S+ is damaged/);
    writeFileSync(path, bytes);
    expect(filesBelow(folder)).to.deep.equal(before);
    expect((await prune(folder, '--keep-last', '0')).code).to.not.equal(0);
    expect(existsSync(join(folder, '.work'))).to.equal(false);
  });

  it('removes a back-up whose manifest is damaged, which is named in the list, and nothing while one is to be kept', async () => {
    const [first = '', second = '', third = ''] = await backupsOf(folder);
    const path = join(folder, 'backups', first, 'manifest');
    writeFileSync(path, readFileSync(path).subarray(1));
    const listed = await source.command('backups', '--from', folder);
    expect([listed.code, listed.stderr]).to.deep.equal([1, 'svc-server: 1 of the back-ups cannot be restored by this version\n']);
    const lines = listed.stdout.trim().split('\n');
    expect(lines[0]).to.equal(`${first}  the manifest of the back-up ${first} is damaged`);
    expect(lines.slice(1).map((line) => line.split(' ')[0])).to.deep.equal([second, third]);
    const refused = await prune(folder, '--keep-last', '1', '--keep-within', '1');
    expect(refused.stderr).to.equal(`svc-server: the manifest of the back-up ${first} is damaged\n`);
    expect((await prune(folder, '--keep-last', '2')).stdout).to.match(/^removed 1 back-ups, and [1-9]\d* files/);
    expect(await backupsOf(folder)).to.deep.equal([second, third]);
    await check(folder);
  });

  it('in a bucket waits for a back-up that was begun, and keeps others from beginning while it removes', async () => {
    const s3 = await s3ForTests();
    const bucket = await s3.newBucket();
    const place = `s3://${bucket}/back-ups`;
    const settings = {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    const run = (...parameters: readonly string[]) => source.commandWith(settings, ...parameters);
    expect((await run('backup', '--to', place)).code).to.equal(0);
    expect((await run('backup', '--to', place)).code).to.equal(0);
    const { createS3BlobStore } = await import('@svc/storage-s3');
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    const credentials = { accessKeyId, secretAccessKey };
    const blobs = createS3BlobStore({ endpoint, region, bucket, prefix: 'back-ups', pathStyle: true, credentials });
    const { begunKey, pruningFolder, pruningKey } = await import('../../src/backup/backup-manifest.js');
    const begun = begunKey('20260101T000000Z-abcdef');
    const marks = async (): Promise<readonly string[]> => {
      const keys: string[] = [];
      for await (const { key } of blobs.list(pruningFolder)) keys.push(key);
      return keys;
    };
    const empty = async function* (): AsyncGenerator<Uint8Array> {
      yield* [];
    };
    expect((await blobs.write(begun, empty(), 0)).isOk()).to.equal(true);
    const refused = await run('prune-backups', '--from', place, '--keep-last', '1');
    expect(refused.stderr).to.contain('20260101T000000Z-abcdef runs, or was killed');
    expect(await marks()).to.deep.equal([]);
    const other = pruningKey('of-another');
    expect((await blobs.write(other, empty(), 0)).isOk()).to.equal(true);
    expect((await run('backup', '--to', place)).stderr).to.contain('back-ups are being removed from there');
    const beside = await run('prune-backups', '--from', place, '--keep-last', '1');
    expect(beside.stderr).to.contain('another prune-backups runs, or was killed');
    expect(await marks()).to.deep.equal([other]);
    const pruned = await run('prune-backups', '--from', place, '--keep-last', '1', '--none-runs');
    expect(pruned.stdout, pruned.stderr).to.match(/^removed 1 back-ups, and 0 files/);
    expect([(await blobs.head(begun)).isErr(), await marks()]).to.deep.equal([true, []]);
    expect((await run('backup', '--to', place)).code).to.equal(0);
    expect((await run('restore', '--from', place, '--check')).code).to.equal(0);
    blobs.close();
  });
});
