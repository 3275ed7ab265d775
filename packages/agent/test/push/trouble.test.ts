import { appendFile, readdir, writeFile } from 'node:fs/promises';
import type { CodecPool } from '@svc/codec-node';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { problemIn } from '../rigs/problem-in.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const packBytes = 300_000;

describe('a push in trouble', () => {
  let rig: TransferRig;
  beforeEach(async () => {
    rig = await startTransferRig('a push in trouble');
  });
  afterEach(() => rig.close());

  const packsPut = (): string[] => rig.service.requests.filter((request) => request.startsWith('PUT chunks/packs/'));

  it('goes on where it was cut off, and sends no pack again that has arrived', async () => {
    const path = await rig.file('cut off', rig.random.bytes(3 * mebibyte));
    const end = new AbortController();
    const cutOff = await rig.open({ signal: end.signal });
    const arrived = new Set<string>();
    rig.service.intercept = (request, response) => {
      if (request.method !== 'PUT') return false;
      const name = `PUT ${(request.url ?? '').split('/lfs/')[1] ?? ''}`;
      response.once('finish', () => {
        arrived.add(name);
        if (arrived.size === 5) end.abort();
      });
      return false;
    };
    expect((await problemIn(pushFile(cutOff, path, { packBytes }))).kind).to.equal('aborted');
    rig.service.intercept = undefined;
    const before = new Set(arrived);
    const begun = packsPut();
    rig.service.requests.length = 0;
    const report = await pushFile(rig.context, path, { packBytes });
    expect(before.size).to.be.greaterThan(4);
    expect(packsPut().filter((pack) => before.has(pack))).to.deep.equal([]);
    expect(packsPut()).not.to.deep.equal([]);
    // Some arrive, and the answer to them is cut off.
    expect(new Set([...begun, ...packsPut()]).size).to.be.greaterThan(10);
    expect(report.storedBytes).to.be.greaterThan(report.sentBytes);
    await pullObject(rig.context, report.oid, `${rig.folder}/back`);
  });

  it('slows down when it is told to, and does not fail', async () => {
    let requests = 0;
    rig.service.intercept = (_request, response) => {
      requests += 1;
      if (requests % 3 === 0) return false;
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'rate_limited', message: 'too many', request_id: 'r' } }));
      return true;
    };
    const path = await rig.file('told off', rig.random.bytes(2 * mebibyte));
    const report = await pushFile(rig.context, path, { packBytes });
    expect((await pullObject(rig.context, report.oid, `${rig.folder}/back`)).sizeBytes).to.equal(2 * mebibyte);
  });

  it('outlives the real rate limit', async () => {
    await rig.close();
    rig = await startTransferRig('the real rate limit', { rateLimit: { perSecond: 30, burst: 5 } });
    const patient = await rig.open({
      retryDependencies: { wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), random: Math.random },
    });
    const path = await rig.file('limited', rig.random.bytes(4 * mebibyte));
    const report = await pushFile(patient, path, { packBytes });
    expect(report.sizeBytes).to.equal(4 * mebibyte);
  });

  it('outlives connections that are killed', async () => {
    let requests = 0;
    rig.service.intercept = (request) => {
      requests += 1;
      if (requests % 4 !== 1) return false;
      if (request.method === 'PUT') request.once('data', () => request.socket.destroy());
      else request.socket.destroy();
      return true;
    };
    const path = await rig.file('killed', rig.random.bytes(2 * mebibyte));
    const report = await pushFile(rig.context, path, { packBytes });
    rig.service.intercept = undefined;
    expect((await pullObject(rig.context, report.oid, `${rig.folder}/back`)).via).to.equal('chunks');
  });

  it('gives up when nothing helps, with one line', async () => {
    rig.service.intercept = (request, response) => {
      if (request.method !== 'PUT') return false;
      response.writeHead(503, { 'retry-after': '1' }).end();
      return true;
    };
    const problem = await problemIn(pushFile(rig.context, await rig.file('hopeless', rig.random.bytes(1000))));
    expect(problem).to.include({ kind: 'http', status: 503 });
    expect(problem.message).not.to.include('\n');
  });

  it('notices that the file changes while it is read', async () => {
    const path = await rig.file('changing', rig.random.bytes(3 * mebibyte));
    rig.service.intercept = (request) => {
      if (request.url?.endsWith('objects/chunks') === true) void appendFile(path, 'x');
      return false;
    };
    expect((await problemIn(pushFile(rig.context, path))).message).to.equal(`${path} changed while it was read`);
    expect(rig.service.count('POST finalize')).to.equal(0);
  });

  it('refuses a file that is not the object that was meant', async () => {
    const path = await rig.file('other', rig.random.bytes(1000));
    const expectedOid = oidOf(sha256(rig.random.bytes(10)));
    const problem = await problemIn(pushFile(rig.context, path, { expectedOid }));
    expect(problem.message).to.equal(`${path} has other bytes than ${expectedOid} stands for`);
    const { client, repositoryId } = rig.context;
    const found = (await client.tree.lookUp(repositoryId, { oids: [expectedOid], sizes: [1000] }))._unsafeUnwrap();
    expect([...found.objectSizes, ...found.knownSizes]).to.deep.equal([]);
    // The service has found it out; it is not asked again without look-ups.
    expect(rig.service.count('POST finalize')).to.equal(3);
  });

  it('names the service, not the file, when what was meant is what was sent', async () => {
    const bytes = rig.random.bytes(1000);
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith('lfs/finalize') !== true) return false;
      response.writeHead(409, { 'content-type': 'application/json' });
      const error = { code: 'conflict', message: 'no', reason: 'checksum_mismatch', request_id: 'r' };
      response.end(JSON.stringify({ error }));
      return true;
    };
    const path = await rig.file('meant', bytes);
    const problem = await problemIn(pushFile(rig.context, path, { expectedOid: oidOf(sha256(bytes)) }));
    expect(problem.message).not.to.include('other bytes');
    expect(problem.status).to.equal(409);
  });

  it('is over only when nothing of it is under way any more, so that it tells of no progress after its end', async () => {
    const end = new AbortController();
    const context = await rig.open({ signal: end.signal });
    const events: string[] = [];
    let encoding = 0;
    const encodeAll: CodecPool['encodeAll'] = async (...chunks) => {
      encoding += 1;
      const isFirst = encoding === 1;
      // What comes behind waits for memory, and hears of the end at once.
      if (encoding === 5) setImmediate(() => end.abort());
      while (!end.signal.aborted) await new Promise((resolve) => setImmediate(resolve));
      for (let turn = 0; isFirst && turn < 20_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (isFirst) events.push('encoded');
      return context.localPool.encodeAll(...chunks);
    };
    const path = await rig.file('ended', rig.random.bytes(11 * mebibyte));
    const slow = { ...context, pool: { ...context.localPool, encodeAll } };
    expect((await problemIn(pushFile(slow, path, { packBytes }))).kind).to.equal('aborted');
    expect(events).to.include('encoded');
  });

  it('says what is wrong with a path', async () => {
    expect((await problemIn(pushFile(rig.context, `${rig.folder}/missing`))).message).to.include('ENOENT');
    expect((await problemIn(pushFile(rig.context, rig.folder))).message).to.include('is no file');
  });

  it('replaces a manifest that someone else has left, and is not stopped by one that is frozen', async () => {
    const bytes = rig.random.bytes(300_000);
    const path = await rig.file('squatted', bytes);
    const oid = sha256(bytes);
    const squat = (): Promise<Response> =>
      fetch(`${rig.service.baseUrl}/api/v1/repositories/${rig.service.repositoryId}/lfs/assets/${oid}/manifest.json`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${rig.service.token}` },
        body: '{"version":1}',
      });
    expect((await squat()).status).to.equal(201);
    let raced = false;
    rig.service.intercept = (request, response) => {
      if (raced || request.url?.endsWith('finalize') !== true) return false;
      raced = true;
      void squat().then(() => rig.service.answer(request, response));
      return true;
    };
    expect((await pushFile(rig.context, path)).oid).to.equal(oid);
    expect(raced).to.equal(true);
    expect((await squat()).status).to.equal(409);
    await writeFile(`${rig.folder}/back`, '');
    await pullObject(rig.context, oidOf(oid), `${rig.folder}/back`);
    expect((await readdir(rig.folder)).filter((name) => name.endsWith('.part'))).to.deep.equal([]);
  });
});
