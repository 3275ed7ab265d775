import { maxSmallBytes } from '@svc/core/model';
import { appendFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ProfileName } from '@svc/core/chunking';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { pushFiles } from '../../src/push/push-files.js';
import type { PushReport } from '../../src/push/push-report.js';
import type { TransferContext } from '../../src/transfer-context.js';
import { createFaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

/** Larger than what goes whole. */
const sizesOf = (count: number): number[] => Array.from({ length: count }, (_, at) => maxSmallBytes + 1 + at);

describe('many files that are pushed in chunks', () => {
  let rig: TransferRig;
  beforeEach(async () => {
    rig = await startTransferRig('many files that are pushed in chunks');
  });
  afterEach(() => rig.close());

  const filesOf = (sizes: readonly number[]): Promise<string[]> =>
    Promise.all(sizes.map((size, at) => rig.file(`file-${at}`, rig.random.bytes(size))));
  const push = async (
    paths: readonly string[],
    {
      context = rig.context,
      reports = [],
      ...options
    }: { context?: TransferContext; reports?: PushReport[]; profile?: ProfileName; onUnreadable?: (problem: Error) => void } = {},
  ): Promise<PushReport[]> => {
    for await (const report of pushFiles(context, paths, options)) reports.push(report);
    return reports;
  };
  const requests = (): number => rig.service.requests.length;

  it('cost no requests each, but some for all of them', async () => {
    const paths = await filesOf(sizesOf(30));
    const reports = await push(paths);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths);
    expect(rig.service.count('POST finalize')).to.equal(1);
    expect(requests()).to.be.within(3, 8);
  });

  it('come back as they were, each by itself', async () => {
    const contents = sizesOf(9).map((size) => rig.random.bytes(size));
    const paths = await Promise.all(contents.map((bytes, at) => rig.file(`file-${at}`, bytes)));
    const reports = await push(paths);
    expect(reports.map(({ oid }) => oid)).to.deep.equal(contents.map(sha256));
    for (const { oid, sizeBytes, chunks } of reports) {
      expect(chunks).to.be.greaterThan(0);
      const pulled = await pullObject(rig.context, oid, join(rig.folder, 'back'));
      expect(pulled).to.include({ sizeBytes });
    }
  });

  it('are told with what they occupy and what was sent, which together is all that was', async () => {
    const reports = await push(await filesOf(sizesOf(12)));
    const sum = (of: (report: PushReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
    const logicalBytes = sum(({ sizeBytes }) => sizeBytes);
    for (const { sizeBytes, storedBytes, sentBytes, newChunks, chunks } of reports) {
      expect(newChunks).to.equal(chunks);
      expect(storedBytes).to.be.within(sizeBytes, sizeBytes * 1.02);
      expect(sentBytes).to.be.within(storedBytes, storedBytes * 1.02);
    }
    expect(sum(({ storedBytes }) => storedBytes)).to.be.within(logicalBytes, logicalBytes * 1.02);
  });

  it('send nothing again that is there, nor twice what is the same, which is called as the first of them', async () => {
    const bytes = rig.random.bytes(maxSmallBytes + 500);
    const twins = [await rig.file('twin', bytes), await rig.file('other twin', bytes)];
    const paths = [...(await filesOf(sizesOf(9))), ...twins];
    const [twin, other] = (await push(paths)).slice(-2);
    expect([twin?.oid, other?.oid]).to.deep.equal([sha256(bytes), sha256(bytes)]);
    expect(other).to.include({ newChunks: 0, storedBytes: 0 });
    const route = '/api/v1/repositories/{repoID}/artifacts/{oid}';
    const path = { repoID: rig.context.repositoryId, oid: twin?.oid ?? '' };
    expect((await rig.context.client.api.GET(route, { params: { path } }))._unsafeUnwrap().data.artifact.name).to.equal('twin');
    const again = await push(paths);
    expect(again.map(({ path }) => path)).to.deep.equal(paths);
    expect(again.every(({ sentBytes, storedBytes, chunks }) => sentBytes + storedBytes + chunks === 0)).to.equal(true);
    expect(rig.service.count('POST finalize')).to.equal(1);
  });

  it('go together with small ones between them, which go whole, and are told in order', async () => {
    const sizes = sizesOf(20).map((size, at) => (at % 2 === 0 ? size : at));
    const paths = await filesOf(sizes);
    const reports = await push(paths);
    expect(reports.map(({ path, sizeBytes }) => [path, sizeBytes])).to.deep.equal(paths.map((path, at) => [path, sizes[at]]));
    expect(reports.map(({ chunks }) => chunks > 0)).to.deep.equal(sizes.map((_, at) => at % 2 === 0));
    expect(rig.service.count('POST objects/batch')).to.equal(1);
    expect(rig.service.count('POST finalize')).to.equal(1);
  });

  it('send of a version only what has changed', async () => {
    const before = Array.from({ length: 9 }, (_, at) => rig.random.bytes(1_000_000 + at));
    await push(await Promise.all(before.map((bytes, at) => rig.file(`v1-${at}`, bytes))));
    const after = before.map((bytes) => Buffer.concat([bytes.subarray(0, 500_000), Buffer.from('!'), bytes.subarray(500_000)]));
    const reports = await push(await Promise.all(after.map((bytes, at) => rig.file(`v2-${at}`, bytes))));
    expect(reports.map(({ oid }) => oid)).to.deep.equal(after.map(sha256));
    for (const { newChunks, chunks, sentBytes } of reports) {
      expect(newChunks).to.be.within(1, 3);
      expect(chunks).to.be.greaterThan(10);
      expect(sentBytes).to.be.lessThan(300_000);
    }
  });

  it('may be of any size below 4 MiB when it is said how to cut them', async () => {
    const sizes = [0, 1, 100, 70_000, 300_000, 1, 2, 3, 4_000_000, 9, 5_000_000];
    const paths = await filesOf(sizes);
    const reports = await push(paths, { profile: 'fastcdc-16k' });
    expect(reports.map(({ path, sizeBytes }) => [path, sizeBytes])).to.deep.equal(paths.map((path, at) => [path, sizes[at]]));
    expect(rig.service.count('POST objects/batch')).to.equal(0);
    expect(rig.service.count('POST finalize')).to.equal(2);
    for (const { oid } of reports) await pullObject(rig.context, oid, join(rig.folder, 'back'));
  });

  it('are all stored but those that cannot be read or change meanwhile, each of which is told once', async () => {
    const paths = await filesOf(sizesOf(12));
    const fileSystem = createFaultyFileSystem(rig.folder);
    fileSystem.fail('open file-3', 'EACCES');
    let isChanged = false;
    fileSystem.before('read file-7', async () => {
      if (!isChanged) await appendFile(paths[7] ?? '', 'more');
      isChanged = true;
    });
    const told: string[] = [];
    const context = await rig.open({ fileSystem });
    const reports = await push(paths, { context, onUnreadable: ({ message }) => told.push(message) });
    expect(reports.map(({ path }) => basename(path))).to.deep.equal(
      paths.map((path) => basename(path)).filter((name) => !['file-3', 'file-7'].includes(name)),
    );
    const problems = ['file-3 cannot be read (EACCES)', 'file-7 changed while it was read'];
    expect(told).to.deep.equal(problems.map((problem) => `${rig.folder}/${problem}`));
    expect(rig.service.count('POST finalize')).to.equal(1);
  });

  it('are stored up to the first that cannot be read, where nobody is told of it', async () => {
    const paths = await filesOf(sizesOf(12));
    const fileSystem = createFaultyFileSystem(rig.folder);
    fileSystem.fail('open file-5', 'EACCES');
    const reports: PushReport[] = [];
    const context = await rig.open({ fileSystem });
    const problem = await problemIn(push(paths, { context, reports }));
    expect(problem.message).to.equal(`${rig.folder}/file-5 cannot be read (EACCES)`);
    expect(reports.map(({ path }) => path)).to.deep.equal(paths.slice(0, 5));
  });

  it('go one by one where the service refuses them together, and what is refused is told of the one file', async () => {
    const paths = await filesOf(sizesOf(12));
    let finalizes = 0;
    rig.service.intercept = (request, response) => {
      if (request.method !== 'POST' || !(request.url ?? '').endsWith('/finalize')) return false;
      finalizes += 1;
      if (finalizes !== 1 && finalizes < 6) return false;
      const error = { code: 'quota_exceeded', message: 'The storage is full.', request_id: 'r' };
      response.writeHead(402, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return true;
    };
    const reports: PushReport[] = [];
    expect(await problemIn(push(paths, { reports }))).to.include({ kind: 'http', status: 402 });
    expect(reports.map(({ path }) => path)).to.deep.equal(paths.slice(0, 4));
  });

  it('are pushed, too, where chunks that the service had told of are gone', async () => {
    const bytes = rig.random.bytes(600_000);
    await pushFile(rig.context, await rig.file('first', bytes));
    const paths = await filesOf(sizesOf(9));
    await writeFile(join(rig.folder, 'second'), Buffer.concat([bytes, Buffer.from('!')]));
    let isRefused = false;
    rig.service.intercept = (request, response) => {
      if (isRefused || request.method !== 'POST' || !(request.url ?? '').endsWith('/finalize')) return false;
      isRefused = true;
      const error = { code: 'conflict', message: 'Gone.', request_id: 'r', details: { reason: 'chunks_gone', paths: [] } };
      response.writeHead(409, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return true;
    };
    const reports = await push([...paths, join(rig.folder, 'second')]);
    expect(isRefused).to.equal(true);
    expect(reports).to.have.length(10);
    expect(rig.service.count('POST finalize')).to.equal(1 + 1 + 10);
  });

  it('end at once when the push is ended', async () => {
    const end = new AbortController();
    const context = await rig.open({ signal: end.signal });
    rig.service.intercept = (request) => {
      if (request.method === 'PUT') end.abort();
      return false;
    };
    const reports: PushReport[] = [];
    const paths = await filesOf(sizesOf(9));
    expect((await problemIn(push(paths, { context, reports }))).kind).to.equal('aborted');
    expect(reports).to.deep.equal([]);
  });
});
