import { createNodeCodec } from '@svc/codec-node';
import type { ChunkCodec } from '@svc/core/ports';
import { openBackupDatabase } from '@svc/persistence-sqlite';
import { createFsBlobStore } from '@svc/storage-fs';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishBackup, takeBlobs } from '../../src/backup/take-backup.js';
import { takeSnapshot } from '../../src/backup/take-snapshot.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { expectStatus, read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { bytesNamed, objectNamed, type TestObject } from '../client/test-object.js';
import { authorizeAnswer, errorAnswer, sessionAnswer } from '../client/wire.js';
import { createAckJournal } from '../crash/ack-journal.js';
import { perform } from '../crash/push.js';
import type { TestServer } from '../server/start-server.js';
import { createTreeClient } from '../tree/tree-client.js';
import { treeObjectOf } from '../tree/tree-object.js';
import { newBackupFolder, removeBackupFolder } from './backup-folder.js';
import { type BackupStack, newStack } from './backup-stack.js';

describe('svc-server backup and restore', () => {
  let codec: ChunkCodec;
  let folder: string;
  let source: BackupStack;
  let server: TestServer;
  let api: ApiClient;
  let repository: RepositoryClient;
  const stacks: BackupStack[] = [];
  before(async () => {
    codec = await createNodeCodec();
  });
  beforeEach(async () => {
    folder = newBackupFolder();
    source = await another();
    server = await source.serve();
    api = createApiClient(server.baseUrl, server.adminToken);
    repository = await api.createRepository('backed-up');
  });
  afterEach(async () => {
    api.close();
    for (const stack of stacks.splice(0)) await stack.drop();
    removeBackupFolder(folder);
  });

  const another = async (): Promise<BackupStack> => {
    const stack = await newStack('sqlite-fs');
    stacks.push(stack);
    return stack;
  };
  const push = (...objects: readonly TestObject[]) =>
    perform(
      repository,
      {
        kind: 'session',
        key: objects
          .map(({ oid }) => oid)
          .join()
          .slice(0, 200),
        objects,
        echoes: 1,
      },
      createAckJournal(),
    );
  const keyOf = ({ oid }: TestObject) => `repositories/${repository.id}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
  const tree = () => createTreeClient(repository, server.baseUrl, server.adminToken);
  const backUp = async () => {
    const outcome = await source.command('backup', '--to', folder);
    return { ...outcome, id: /^(\S+): /m.exec(outcome.stdout)?.[1] ?? '' };
  };
  /** A server into which the back-up was restored, as a client sees it. */
  const restored = async (...options: readonly string[]) => {
    const target = await another();
    const outcome = await target.command('restore', '--from', folder, ...options);
    expect(outcome.code, outcome.stderr).to.equal(0);
    return lookInto(target);
  };
  const lookInto = async (target: BackupStack) => {
    const there = await target.serve();
    const client = createApiClient(there.baseUrl, there.adminToken);
    const seen = createRepositoryClient(client, repository.id, repository.organizationId);
    return { repository: seen, tree: createTreeClient(seen, there.baseUrl, there.adminToken), close: () => client.close() };
  };

  it('copies what is new alone, and each back-up is restored as it was, with files that were replaced since', async () => {
    const [first, second] = [objectNamed('first', 5000), objectNamed('second', 70_000)];
    const chunked = treeObjectOf(codec, bytesNamed('chunked', 200_000), 64 * 1024);
    await push(first);
    await tree().push(chunked);
    expectStatus(await tree().put({ path: 'meta/notes', bytes: Buffer.from('as it was') }), 201);
    const early = await backUp();
    expect(early.stdout).to.match(/: (\d+) files, of which \d+ were new, with \d+ bytes\n$/);
    await push(second);
    expectStatus(await tree().put({ path: 'meta/notes', bytes: Buffer.from('as it is now') }), 201);
    const late = await backUp();
    expect(late.stdout).to.contain(`of which 2 were new, with ${70_000 + 'as it is now'.length} bytes`);
    expect((await backUp()).stdout).to.contain('of which 0 were new, with 0 bytes');

    for (const [id, objects, notes] of [
      [early.id, [first, chunked], 'as it was'],
      [late.id, [first, second, chunked], 'as it is now'],
    ] as const) {
      const seen = await restored('--backup', id);
      expect(await seen.repository.objects()).to.have.length(objects.length);
      for (const object of objects) await seen.repository.expectDownload(object);
      expect((await seen.tree.get('meta/notes')).bytes.toString()).to.equal(notes);
      seen.close();
    }
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /key|\.work./.test(path))).to.deep.equal(
      [],
    );
  });

  it('restores a file that a client has named as the object of its bytes is, after a pruning too', async () => {
    const bytes = Buffer.from('named like an object');
    const { oid } = treeObjectOf(codec, bytes, 64 * 1024);
    const path = `meta/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
    expectStatus(await tree().put({ path, bytes }), 201);
    expect((await backUp()).code).to.equal(0);
    const pruned = await source.command('prune-backups', '--from', folder, '--keep-last', '1');
    expect(pruned.stdout, pruned.stderr).to.match(/^removed 0 back-ups, and 0 files/);
    expect((await source.command('restore', '--from', folder, '--check')).code).to.equal(0);
    const seen = await restored();
    expect((await seen.tree.get(path)).bytes.equals(bytes)).to.equal(true);
    seen.close();
  });

  it('says what lies in the storage that is not of the back-up, and leaves it there', async () => {
    const [kept, later] = [objectNamed('kept', 3000), objectNamed('later', 4000)];
    await push(kept);
    const early = await backUp();
    await push(later);
    const late = await backUp();
    const target = await another();
    const restore = (id: string) => target.command('restore', '--from', folder, '--backup', id);
    expect((await restore(late.id)).stdout).to.match(/^restored .*\n$/);
    // What a restore leaves that is killed before the database.
    for (const name of readdirSync(target.dataDir)) if (name.startsWith('svc.db')) rmSync(join(target.dataDir, name));
    const mixed = await restore(early.id);
    expect(mixed.code, mixed.stderr).to.equal(0);
    expect(mixed.stdout).to.match(
      /^1 files with 4000 bytes lay in the storage, are not of this back-up and stay there; .*\nrestored /,
    );
    expect(existsSync(join(target.dataDir, 'blobs', keyOf(later)))).to.equal(true);
    const checked = await target.command('fsck');
    expect(checked.code).to.equal(1);
    expect(checked.stdout)
      .to.match(new RegExp(`orphan.*${keyOf(later)}`))
      .and.not.contain(kept.oid);
  });

  it('ends the uploads that were open: what was staged is not in a back-up', async () => {
    const object = objectNamed('staged', 4000);
    const { session } = read(await repository.open('resumed', {}), 201, sessionAnswer);
    const [upload] = read(await repository.authorize(session.id, [object]), 200, authorizeAnswer).objects;
    expectStatus(await repository.put(upload?.upload_url ?? '', object.bytes), 200);
    expectStatus(await repository.complete(session.id, object), 204);
    await backUp();
    const seen = await restored();
    const refused = read(await seen.repository.finalize(session.id), 409, errorAnswer);
    expect(refused.error.details).to.include({ reason: 'session_aborted' });
    await perform(seen.repository, { kind: 'session', key: 'anew', objects: [object], echoes: 1 }, createAckJournal());
    await seen.repository.expectDownload(object);
    seen.close();
  });

  it('tells a file that is missing or damaged in the storage, takes the others, and takes it once it is right', async () => {
    const [whole, lost, rotten] = [objectNamed('whole', 3000), objectNamed('lost', 3001), objectNamed('rotten', 3002)];
    await push(whole, lost, rotten);
    const path = (object: TestObject) => join(source.dataDir, 'blobs', keyOf(object));
    rmSync(path(lost));
    writeFileSync(path(rotten), Buffer.alloc(rotten.size));
    const taken = await backUp();
    expect(taken.code).to.equal(1);
    expect(taken.stdout)
      .to.contain(`missing: ${keyOf(lost)}\n`)
      .and.contain(`damaged: ${keyOf(rotten)}\n`);
    expect(taken.stderr).to.match(/^svc-server: 2 files are not right in the storage of the server/m);
    const listed = await source.command('backups', '--from', folder);
    expect(listed.stdout).to.match(/ 3 files, 2 of them missing or damaged\n$/);

    const target = await another();
    const refused = await target.command('restore', '--from', folder);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(/2 files are not in the back-up as they should be, and the database was not restored/);
    const forced = await target.command('restore', '--from', folder, '--even-if-damaged');
    expect([forced.code, forced.stdout]).to.deep.equal([1, forced.stdout]);
    expect(forced.stdout)
      .to.contain(`missing: ${keyOf(rotten)}\n`)
      .and.match(/^restored /m);
    const seen = await lookInto(target);
    await seen.repository.expectDownload(whole);
    seen.close();

    for (const object of [lost, rotten]) writeFileSync(path(object), object.bytes);
    expect((await backUp()).code).to.equal(0);
    const healed = await restored();
    for (const object of [whole, lost, rotten]) await healed.repository.expectDownload(object);
    healed.close();
  });

  it('finds what has been damaged in a back-up, and restores no database then', async () => {
    const object = objectNamed('kept', 3000);
    const chunked = treeObjectOf(codec, bytesNamed('chunked', 100_000), 64 * 1024);
    await push(object);
    await tree().push(chunked);
    const { id } = await backUp();
    expect((await source.command('restore', '--from', folder, '--check')).stdout).to.match(/: \d+ files are right\n$/);
    const pack = `repositories/${repository.id}/cas/${chunked.packs[0]?.path}`;
    for (const [path, told] of [
      [keyOf(object), `damaged: ${keyOf(object)}\n`],
      [pack, `damaged: ${pack}\n`],
      [`backups/${id}/database`, ''],
      [`backups/${id}/manifest`, ''],
    ] as const) {
      const bytes = readFileSync(join(folder, path));
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      writeFileSync(join(folder, path), flipped);
      const target = await another();
      for (const options of [['--check'], []]) {
        const outcome = await target.command('restore', '--from', folder, ...options);
        expect(outcome.code, path).to.equal(1);
        expect(outcome.stdout).to.contain(told);
        if (told === '')
          expect(outcome.stderr).to.match(/the (database|manifest) of the back-up \S+ is damaged|of the back-up \S+ is damaged/);
      }
      writeFileSync(join(folder, path), bytes);
      expect(
        (await target.command('restore', '--from', folder)).code,
        `${path} is whole again, and nothing was restored`,
      ).to.equal(0);
    }
  });

  it('is mended by the next one once what is damaged in it was removed from its place, where the check says that it is', async () => {
    await push(objectNamed('beside', 100));
    const notes = Buffer.from('notes of a client');
    expectStatus(await tree().put({ path: 'meta/notes', bytes: notes }), 201);
    await backUp();
    const check = () => source.command('restore', '--from', folder, '--check');
    const sha256 = createHash('sha256').update(notes).digest('hex');
    const path = `contents/${sha256.slice(0, 2)}/${sha256}`;
    writeFileSync(join(folder, path), Buffer.alloc(notes.byteLength));
    expect((await check()).stdout).to.contain(`damaged: repositories/${repository.id}/cas/meta/notes, which lies at ${path}\n`);
    expect((await backUp()).code).to.equal(0);
    expect((await check()).code, 'what has its name and its length is not copied again').to.equal(1);
    rmSync(join(folder, path));
    await backUp();
    expect((await check()).code).to.equal(0);
  });

  it('restores into nothing that is in use, and backs up into no place of the server itself', async () => {
    await push(objectNamed('some', 100));
    const empty = await source.command('restore', '--from', folder);
    expect(empty.stderr).to.match(/^svc-server: there is no back-up that was brought to its end\n/m);
    await backUp();
    const running = await source.command('restore', '--from', folder);
    expect([running.code, running.stderr]).to.deep.equal([1, running.stderr]);
    expect(running.stderr).to.match(/is open in (?:another|this) process/);
    await server.stop();
    expect((await source.command('restore', '--from', folder)).stderr).to.match(/it is not empty/);
    expect((await source.command('restore', '--from', folder, '--backup', 'of-nobody')).stderr).to.match(
      /there is no back-up of-nobody/,
    );
    const elsewhere = await source.command('restore', '--from', folder, '--check', '--backup', '../../a');
    expect(elsewhere).to.include({
      code: 1,
      stderr: 'svc-server: there is no back-up ../../a, or it was not brought to its end\n',
    });
    expect((await source.command('restore', '--from', join(folder, 'nowhere'))).stderr).to.match(/there is no folder/);
    expect(existsSync(join(folder, 'nowhere'))).to.equal(false);
    for (const to of ['blobs', 'blobs/deeper']) {
      const refused = await source.command('backup', '--to', join(source.dataDir, to));
      expect(refused.stderr).to.match(/^svc-server: back-ups cannot be where the server keeps its own files\n/m);
    }
    const malformed = await source.command('backup', '--to', 's3:bucket');
    expect(malformed.stderr).to.match(/^svc-server: --to must be a folder, or like s3:\/\/bucket\/prefix\n/m);
  });

  it('is refused where the storage was copied before the database: an object that came in between is missing', async () => {
    const object = objectNamed('in between', 2000);
    await push(objectNamed('before', 1000));
    const options = { baseUrl: 'http://localhost', linkKeys: [{ id: 'none', secret: new Uint8Array(32) }], exclusive: false };
    const from = await createFsBlobStore({ ...options, root: join(source.dataDir, 'blobs') });
    const to = await createFsBlobStore({ ...options, root: folder, exclusive: true });
    const database = { kind: 'sqlite', path: join(source.dataDir, 'svc.db') } as const;
    for (const [isWrong, id] of [
      [true, '20260101T000000Z-000001'],
      [false, '20260101T000000Z-000002'],
    ] as const) {
      const [early, late] = [join(source.folder, `early-${id}`), join(source.folder, `late-${id}`)];
      await takeSnapshot(database, early);
      const snapshot = await openBackupDatabase(early);
      const taken = await takeBlobs({ from, to, codec, database: snapshot });
      snapshot.close();
      expect(taken.problems).to.equal(0);
      if (isWrong) await push(object);
      await takeSnapshot(database, late);
      const about = { id, takenAt: new Date().toISOString(), serverVersion: '0' };
      await finishBackup({ blobs: to }, isWrong ? late : early, about, taken);
      for (const check of [['--check'], []]) {
        const target = await another();
        const { code, stdout } = await target.command('restore', '--from', folder, ...check);
        expect([code, stdout.includes(`missing: ${keyOf(object)}\n`)]).to.deep.equal(isWrong ? [1, true] : [0, false]);
      }
    }
  });

  it('can be in a bucket, and be restored from there', async () => {
    const object = objectNamed('by way of a bucket', 30_000);
    await push(object);
    expectStatus(await tree().put({ path: 'meta/notes', bytes: Buffer.from('notes') }), 201);
    const s3 = await s3ForTests();
    const [bucket, place] = [await s3.newBucket(), `s3://${await s3.newBucket()}/back-ups/of-us`];
    const settings = {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    expect((await source.commandWith(settings, 'backup', '--to', place)).stdout).to.contain('2 files, of which 2 were new');
    expect((await source.commandWith(settings, 'backup', '--to', place)).stdout).to.contain('2 files, of which 0 were new');
    expect(existsSync(join(source.dataDir, '.work'))).to.equal(false);
    expect((await source.commandWith(settings, 'backups', '--from', place)).stdout.trim().split('\n')).to.have.length(2);
    const target = await another();
    const outcome = await target.commandWith(settings, 'restore', '--from', place);
    expect(outcome.code, outcome.stderr).to.equal(0);
    const seen = await lookInto(target);
    await seen.repository.expectDownload(object);
    expect((await seen.tree.get('meta/notes')).bytes.toString()).to.equal('notes');
    seen.close();
    const own = { ...settings, STORAGE: 's3' };
    const refused = await source.commandWith(own, 'backup', '--to', `s3://${bucket}`);
    expect(refused.stderr).to.match(/^svc-server: back-ups cannot be where the server keeps its own files\n/m);
  });
});
