import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Oid } from '@svc/core';
import { maxFetchedWholeBytes } from '@svc/core/model';
import { expect } from 'chai';
import { AgentProblem } from '../../src/agent-problem.js';
import { copyTargets, pullObjects } from '../../src/pull/pull-objects.js';
import type { PullReport } from '../../src/pull/pull-report.js';
import { pushFiles } from '../../src/push/push-files.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { problemIn } from '../rigs/problem-in.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

describe('objects that are pulled', () => {
  let rig: TransferRig;
  let folder: string;
  const contents = new Map<Oid, Uint8Array>();
  let oids: readonly Oid[];
  let largeOid: Oid;
  before(async () => {
    rig = await startTransferRig('objects that are pulled');
    const sizes = [0, 1, 100, 1000, 2000, maxFetchedWholeBytes + 1, 3000, 4000, 5000, maxFetchedWholeBytes];
    const all = sizes.map((size) => rig.random.bytes(size));
    for (const bytes of all) contents.set(oidOf(sha256(bytes)), bytes);
    oids = [...contents.keys()];
    largeOid = oids[5] ?? expect.fail('there are ten');
    const paths = await Promise.all(all.map((bytes, at) => rig.file(`source-${at}`, bytes)));
    for await (const report of pushFiles(rig.context, paths, {})) expect(contents.has(report.oid)).to.equal(true);
  });
  after(() => rig.close());
  beforeEach(async () => {
    folder = await rig.newFolder();
    rig.service.requests.length = 0;
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const pull = async (wanted: readonly Oid[]) => {
    const reports: PullReport[] = [];
    const lost: string[] = [];
    for await (const pulled of pullObjects(rig.context, wanted, (oid) => join(folder, oid))) {
      if (pulled.kind === 'pulled') reports.push(pulled.report);
      else lost.push(pulled.problem.message);
    }
    return { reports, lost };
  };
  const authorizations = (): number => rig.service.requests.filter((each) => each.endsWith('/downloads/authorize')).length;
  const expectRight = async (expected: readonly Oid[]): Promise<void> => {
    expect(await readdir(folder)).to.have.members([...expected]);
    for (const oid of expected) expect(sha256(await readFile(join(folder, oid)))).to.equal(oid);
  };

  it('come whole when they are many and small, with one question for neighbours, and in order', async () => {
    const { reports } = await pull(oids);
    expect(reports.map(({ oid }) => oid)).to.deep.equal(oids);
    expect(reports.filter(({ via }) => via === 'chunks').map(({ oid }) => oid)).to.deep.equal([largeOid]);
    expect(reports.map(({ sizeBytes }) => sizeBytes)).to.deep.equal([...contents.values()].map(({ byteLength }) => byteLength));
    await expectRight(oids);
    expect(rig.service.count('POST objects/chunks')).to.equal(1);
    expect(authorizations()).to.equal(2);
    expect(rig.service.count('POST transfers')).to.equal(3);
  });

  it('come in chunks where a version of theirs stands, unless they are small', async () => {
    const last = oids[9] ?? expect.fail('there are ten');
    for (const oid of [last, oids[4] ?? '']) await writeFile(join(folder, oid), 'an earlier version');
    const { reports } = await pull(oids);
    expect(reports.filter(({ via }) => via === 'chunks').map(({ oid }) => oid)).to.deep.equal([largeOid, last]);
    await expectRight(oids);
  });

  it('come one after the other when they are few', async () => {
    await pull(oids.slice(0, 8));
    await expectRight(oids.slice(0, 8));
    expect(rig.service.count('POST objects/chunks')).to.equal(0);
  });

  for (const [how, count] of [
    ['few', 5],
    ['many', 10],
  ] as const) {
    it(`are there but for the one that the service does not have: of ${how}`, async () => {
      const unknown = oidOf(sha256(Buffer.from('unknown')));
      const wanted = oids.slice(0, count);
      const { reports, lost } = await pull([...wanted.slice(0, 4), unknown, ...wanted.slice(4)]);
      expect(lost).to.deep.equal([`${unknown} is not stored`]);
      expect(reports.map(({ oid }) => oid)).to.deep.equal(wanted);
      await expectRight(wanted);
    });
  }

  it('end with what the service says where the only one is not stored', async () => {
    const unknown = oidOf(sha256(Buffer.from('unknown')));
    const problem = await problemIn(pull([unknown]));
    expect(problem).to.include({ kind: 'http', status: 404 });
    expect(problem.message).to.include(unknown);
  });

  it('are refused when the bytes are others, and leave nothing', async () => {
    const wrong = oids[3] ?? expect.fail('there are ten');
    rig.service.intercept = (request, response) => {
      if (request.method !== 'GET' || request.url?.includes(wrong) !== true) return false;
      response.writeHead(200, { 'content-length': 1000 }).end(Buffer.alloc(1000, 'wrong'));
      return true;
    };
    const { reports, lost } = await pull(oids);
    expect(lost).to.deep.equal([`${wrong} came with another SHA-256`]);
    const right = oids.filter((oid) => oid !== wrong);
    expect(reports.map(({ oid }) => oid)).to.deep.equal(right);
    await expectRight(right);
    const { message } = await problemIn(pull([wrong]));
    expect(message).to.equal(`what the service sent for ${wrong} has another SHA-256`);
    await expectRight(right);
  });

  it('come from the chunk tree when signed URLs lead nowhere from here, without trying more of them', async () => {
    const paths = await Promise.all(Array.from({ length: 9 }, (_, at) => rig.file(`cut-${at}`, rig.random.bytes(100 + at))));
    const cut: Oid[] = [];
    for await (const { oid } of pushFiles(rig.context, paths, { profile: 'fastcdc-16k' })) cut.push(oid);
    rig.service.intercept = (request) => {
      if (request.method !== 'GET' || request.url?.includes('/lfs/') === true) return false;
      request.socket.destroy();
      return true;
    };
    const { reports } = await pull([...cut.slice(0, 5), largeOid, ...cut.slice(5)]);
    expect(reports.map(({ via }) => via)).to.deep.equal(Array.from({ length: 10 }, () => 'chunks'));
    await expectRight([...cut, largeOid]);
    expect(authorizations()).to.equal(1);
  });

  it('are asked for again when a download breaks off', async () => {
    let broken = 0;
    rig.service.intercept = (request, response) => {
      if (request.method !== 'GET' || broken === 3) return false;
      broken += 1;
      response.writeHead(200, { 'content-length': 1000 });
      response.write(Buffer.alloc(0));
      response.flushHeaders();
      setImmediate(() => response.destroy());
      return true;
    };
    await pull(oids);
    expect(broken).to.equal(3);
    expect(authorizations()).to.equal(2 + broken);
    await expectRight(oids);
  });

  it('are asked for again where a signed URL does not hold any more, as after a sleep of the machine, and each once', async () => {
    const refused = new Map<string, number>();
    const refuse = (most: number): void => {
      rig.service.intercept = (request, response) => {
        const [path = ''] = (request.url ?? '').split('?');
        if (request.method !== 'GET' || !path.includes('/storage/')) return false;
        const times = refused.get(path) ?? 0;
        if (times === most) return false;
        refused.set(path, times + 1);
        response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
        return true;
      };
    };
    refuse(1);
    const { reports, lost } = await pull(oids);
    // Of the empty one and the large one no URL is opened.
    expect([reports.length, lost, refused.size]).to.deep.equal([oids.length, [], 8]);
    await expectRight(oids);
    refused.clear();
    refuse(2);
    expect(await problemIn(pull(oids))).to.include({ kind: 'http', status: 403 });
  });

  it('are told as far as they are written, also where one of those that are copied from here ends the rest', async () => {
    const [first, last] = [oids[3] ?? expect.fail('there are ten'), oids[4] ?? expect.fail('there are ten')];
    const targets = [first, last].map((oid) => ({
      oid,
      destination: join(folder, oid),
      local: { path: join(rig.folder, `source-${oids.indexOf(oid)}`), oid },
    }));
    let isWritten = (): void => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const told: Oid[] = [];
    const copying = async (): Promise<void> => {
      const settle = async ({ oid }: { readonly oid: Oid }, report: Promise<PullReport>): Promise<Oid> => {
        await report;
        if (oid === first) isWritten();
        else {
          await written;
          throw new AgentProblem('the service is gone');
        }
        return oid;
      };
      for await (const oid of copyTargets(rig.context, targets, settle)) told.push(oid);
    };
    expect((await problemIn(copying())).message).to.equal('the service is gone');
    expect(told).to.deep.equal([first]);
  });
});
