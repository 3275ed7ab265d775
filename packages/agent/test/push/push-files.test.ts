import { maxSmallBytes } from '@svc/core/model';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFiles } from '../../src/push/push-files.js';
import type { PushReport } from '../../src/push/push-report.js';
import { pushWhole } from '../../src/push/push-whole.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { createFaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

describe('files that are pushed', () => {
  let rig: TransferRig;
  let written = 0;
  beforeEach(async () => {
    rig = await startTransferRig('files that are pushed');
  });
  afterEach(() => rig.close());

  const filesOf = (sizes: readonly number[]): Promise<string[]> =>
    Promise.all(sizes.map((size) => rig.file(`file-${(written += 1)}`, rig.random.bytes(size))));
  /** The reports, also those from before a failure. */
  const push = async (paths: readonly string[], reports: PushReport[] = [], profile?: 'fastcdc-16k'): Promise<PushReport[]> => {
    for await (const report of pushFiles(rig.context, paths, { profile })) reports.push(report);
    return reports;
  };
  const sentWhole = (): number => rig.service.requests.filter((request) => /^PUT (?!chunks|assets)/.test(request)).length;
  const batches = (): number => rig.service.count('POST objects/batch');

  it('go whole when they are many and small, with one question for all, and in order', async () => {
    const sizes = [0, 1, 100, 1000, 10_000, 2000, 3000, 4000, 5000, maxSmallBytes];
    const paths = await filesOf(sizes);
    const reports = await push(paths);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths);
    expect(reports.map(({ sizeBytes }) => sizeBytes)).to.deep.equal(sizes);
    expect(reports.map(({ sentBytes }) => sentBytes)).to.deep.equal(sizes);
    expect(reports.map(({ storedBytes }) => storedBytes)).to.deep.equal(sizes);
    expect(reports.every(({ chunks, newChunks }) => chunks === 0 && newChunks === 0)).to.equal(true);
    expect(batches()).to.equal(1);
    expect(sentWhole()).to.equal(sizes.length);
    expect(rig.service.count('POST transfers')).to.equal(1);
    for (const { oid, sizeBytes } of reports) {
      expect(await pullObject(rig.context, oid, join(rig.folder, 'back'))).to.include({ via: 'whole', sizeBytes });
    }
  });

  it('become objects that are called as they are, large and small ones alike, and keep their first name', async () => {
    const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv', 'e.csv', 'f.csv', 'g.csv', 'h.csv', 'model.safetensors'];
    const paths = await Promise.all(
      names.map((name) => rig.file(name, rig.random.bytes(name === 'model.safetensors' ? maxSmallBytes + 1 : 100))),
    );
    const reports = await push(paths);
    expect(sentWhole()).to.equal(names.length - 1);
    const renamed = await rig.file('renamed.bin', await readFile(paths[0] ?? ''));
    await push([renamed]);
    const shown = await Promise.all(
      reports.map(async ({ oid }) => {
        const path = { repoID: rig.context.repositoryId, oid };
        const { data } = (
          await rig.context.client.api.GET('/api/v1/repositories/{repoID}/artifacts/{oid}', { params: { path } })
        )._unsafeUnwrap();
        return [data.artifact.name, data.artifact.type];
      }),
    );
    expect(shown).to.deep.equal(names.map((name) => [name, name === 'model.safetensors' ? 'model' : 'dataset']));
  });

  it('send nothing again that is there, nor twice what is the same', async () => {
    const paths = await filesOf([1, 2, 3, 4, 5, 6, 7, 8]);
    const twin = [await rig.file('twin', Buffer.from('twins')), await rig.file('other twin', Buffer.from('twins'))];
    const reports = await push([...paths, ...twin, ...twin]);
    expect(sentWhole()).to.equal(9);
    expect(reports.slice(-4).map(({ sentBytes }) => sentBytes)).to.deep.equal([5, 0, 0, 0]);
    expect(new Set(reports.slice(-4).map(({ oid }) => oid))).to.deep.equal(new Set([sha256(Buffer.from('twins'))]));
    const again = await push([...paths, ...twin, ...twin]);
    expect(again.every(({ sentBytes, storedBytes }) => sentBytes === 0 && storedBytes === 0)).to.equal(true);
    expect(sentWhole()).to.equal(9);
  });

  it('go through the chunk tree when they are large, between the small ones', async () => {
    const paths = await filesOf([1, 2, 3, 4, maxSmallBytes + 1, 5, 6, 7, 8]);
    const reports = await push(paths);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths);
    expect(reports[4]?.chunks).to.be.greaterThan(0);
    expect(batches()).to.equal(2);
    expect(sentWhole()).to.equal(8);
  });

  it('go through the chunk tree when they are few, or when it is said how to cut them', async () => {
    expect((await push(await filesOf([1, 2, 3, 4, 5, 6, 7, 8]))).every(({ chunks }) => chunks === 1)).to.equal(true);
    const cut = await push(await filesOf([1, 2, 3, 4, 5, 6, 7, 8, 9]), [], 'fastcdc-16k');
    expect(cut.every(({ chunks }) => chunks === 1)).to.equal(true);
    expect(batches()).to.equal(0);
  });

  it('are stored up to the one that cannot be read', async () => {
    const paths = await filesOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const reports: PushReport[] = [];
    const missing = join(rig.folder, 'missing');
    const problem = await problemIn(push([...paths.slice(0, 5), missing, ...paths.slice(5)], reports));
    expect(problem.message).to.equal(`${missing} cannot be read (ENOENT)`);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths.slice(0, 5));
    expect(sentWhole()).to.equal(5);
  });

  it('are all stored but those that cannot be read, when somebody is told of these', async () => {
    const missing = join(rig.folder, 'miss\ning');
    for (const sizes of [Array.from({ length: 120 }, (_, at) => 200 + at), [300, 301]]) {
      const paths = await filesOf(sizes);
      const told: string[] = [];
      const reports: PushReport[] = [];
      const onUnreadable = ({ message }: Error): void => void told.push(message);
      const wanted = [...paths.slice(0, 1), missing, ...paths.slice(1), rig.folder];
      for await (const report of pushFiles(rig.context, wanted, { onUnreadable })) reports.push(report);
      expect(reports.map(({ path }) => path)).to.deep.equal(paths);
      expect(told).to.deep.equal([`${rig.folder}/miss?ing cannot be read (ENOENT)`, `${rig.folder} is no file`]);
    }
  });

  it('are open a few at a time, also when they are many', async () => {
    const paths = await filesOf(Array.from({ length: 40 }, (_, at) => 500 + at));
    const fileSystem = createFaultyFileSystem(rig.folder);
    let most = 0;
    for (const path of paths) {
      fileSystem.before(`read ${basename(path)}`, () => {
        most = Math.max(most, fileSystem.openFiles);
      });
    }
    await pushWhole(await rig.open({ fileSystem }), paths);
    expect(most).to.be.within(1, 10);
    expect(sentWhole()).to.equal(paths.length);
  });

  it('are told once to be unreadable, also when signed URLs lead nowhere from here', async () => {
    const paths = await filesOf(Array.from({ length: 9 }, (_, at) => 400 + at));
    rig.service.intercept = (request) => {
      if (request.method !== 'PUT' || /\/lfs\/(?:assets|chunks)\//.test(request.url ?? '')) return false;
      request.socket.destroy();
      return true;
    };
    // A file that goes away after it was looked at, and is asked for as a small one.
    const gone = await rig.file('gone', rig.random.bytes(10));
    const fileSystem = createFaultyFileSystem(rig.folder);
    fileSystem.fail('open gone', 'ENOENT');
    const told: string[] = [];
    const reports: PushReport[] = [];
    const context = await rig.open({ fileSystem });
    const onUnreadable = ({ message }: Error): void => void told.push(message);
    for await (const report of pushFiles(context, [...paths, gone], { onUnreadable })) reports.push(report);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths);
    expect(told).to.deep.equal([`${gone} cannot be read (ENOENT)`]);
  });

  it('are sent as far as they are missing after a failure', async () => {
    const paths = await filesOf(Array.from({ length: 40 }, (_, at) => 100 + at));
    let puts = 0;
    rig.service.intercept = (request, response) => {
      if (request.method !== 'PUT') return false;
      puts += 1;
      if (puts <= 10) return false;
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"forbidden","message":"expired","request_id":"r"}}');
      return true;
    };
    const reports: PushReport[] = [];
    expect(await problemIn(push(paths, reports))).to.include({ kind: 'http', status: 403 });
    // Of the ten that have arrived those count that were verified before the eleventh failed.
    const told = reports.map(({ path }) => path);
    expect(told).to.have.lengthOf.within(3, 10);
    expect(told).to.deep.equal(paths.filter((path) => told.includes(path)));
    rig.service.intercept = undefined;
    rig.service.requests.length = 0;
    const again = await push(paths);
    expect(again.map(({ path }) => path)).to.deep.equal(paths);
    expect(again.every(({ path, sentBytes }) => sentBytes === 0 || !told.includes(path))).to.equal(true);
    // Those that were under way next to the failed one may have to be sent again.
    expect(sentWhole()).to.be.within(30, 37);
  });

  it('are not said to be stored for the sake of a twin that could not be', async () => {
    const twins = [await rig.file('one of two', Buffer.from('twins')), await rig.file('two of two', Buffer.from('twins'))];
    const paths = [...twins, ...(await filesOf([10, 20, 30, 40, 50, 60, 70]))];
    rig.service.intercept = (request, response) => {
      if (request.method !== 'PUT') return false;
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"forbidden","message":"expired","request_id":"r"}}');
      return true;
    };
    const reports: PushReport[] = [];
    expect(await problemIn(push(paths, reports))).to.include({ kind: 'http', status: 403 });
    expect(reports).to.deep.equal([]);
  });

  it('go through the chunk tree when signed URLs lead nowhere from here, without trying more of them', async () => {
    const paths = await filesOf([...Array.from({ length: 9 }, (_, at) => at + 1), maxSmallBytes + 1, 20, 30]);
    rig.service.intercept = (request) => {
      if (request.method !== 'PUT' || /\/lfs\/(?:assets|chunks)\//.test(request.url ?? '')) return false;
      request.socket.destroy();
      return true;
    };
    const reports = await push(paths);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths);
    expect(reports.every(({ chunks }) => chunks > 0)).to.equal(true);
    expect(batches()).to.equal(1);
  });

  it('are asked about again where a signed URL does not hold any more, as after a sleep of the machine, and each once', async () => {
    const paths = await filesOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let refusals = 1;
    rig.service.intercept = (request, response) => {
      if (request.method !== 'PUT' || refusals === 0) return false;
      refusals -= 1;
      request.resume();
      response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
      return true;
    };
    expect((await push(paths)).map(({ path }) => path)).to.deep.equal(paths);
    expect([refusals, batches()]).to.deep.equal([0, 2]);
    refusals = Infinity;
    const other = await filesOf([11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(await problemIn(push(other))).to.include({ kind: 'http', status: 403 });
  });

  it('are refused by what the service says of one of them', async () => {
    const contents = Array.from({ length: 9 }, (_, at) => rig.random.bytes(at + 1));
    const paths = await Promise.all(contents.map((bytes, at) => rig.file(`refused-${at}`, bytes)));
    const error = { code: 402, message: 'Too large for the plan.' };
    const objects = contents.map((bytes) => ({ oid: sha256(bytes), size: bytes.byteLength, error }));
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith('/objects/batch') !== true) return false;
      response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(JSON.stringify({ transfer: 'basic', objects }));
      return true;
    };
    const problem = await problemIn(push(paths));
    expect(problem).to.include({ kind: 'http', status: 402 });
    expect(problem.message).to.match(/refused-0: Too large for the plan\.$/);
  });

  it('are not sent when they are not the object that was meant', async () => {
    const paths = await filesOf([100]);
    const expectedOid = oidOf(sha256(rig.random.bytes(10)));
    expect((await problemIn(pushWhole(rig.context, paths, { expectedOid }))).message).to.include('other bytes');
    expect(rig.service.requests).to.deep.equal([]);
  });
});
