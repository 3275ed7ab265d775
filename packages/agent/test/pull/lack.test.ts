import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Oid } from '@svc/core';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import type { TransferContext } from '../../src/transfer-context.js';
import { problemIn } from '../rigs/problem-in.js';
import { storeWhole } from '../rigs/store-whole.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const sizeBytes = 10_000;

describe('what a bucket lacks of an object', () => {
  let rig: TransferRig;
  let bytes: Buffer;
  let oid: Oid;
  /** Called by another name, the service is elsewhere than where signed URLs lead, as a bucket is. */
  let context: TransferContext;
  /** What was asked of the object, where signed URLs lead. */
  let ranges: (string | undefined)[];
  before(async () => {
    rig = await startTransferRig('what a bucket lacks of an object');
    bytes = Buffer.from(rig.random.bytes(sizeBytes));
    oid = await storeWhole(rig.context, bytes);
    context = await rig.open({ baseUrl: rig.service.baseUrl.replace('127.0.0.1', 'localhost') });
  });
  after(() => rig.close());
  beforeEach(() => {
    ranges = [];
    rig.service.requests.length = 0;
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const answerWith = (answer: (response: ServerResponse, begin: number) => void): void => {
    rig.service.intercept = (request, response) => {
      if (request.method !== 'GET' || !/\/storage\/.*\/objects\//.test(request.url ?? '')) return false;
      ranges.push(request.headers.range);
      answer(response, Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0));
      return true;
    };
  };
  const sendNotFound = (response: ServerResponse): void => {
    response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
  };
  /** As a bucket does that has so many of the bytes. */
  const sendOf = (kept: number) => (response: ServerResponse, begin: number) => {
    if (begin === 0) response.writeHead(200, { 'content-length': kept }).end(bytes.subarray(0, kept));
    else if (begin >= kept) response.writeHead(416, { 'content-range': `bytes */${kept}` }).end('<Error/>');
    else {
      const range = { 'content-length': kept - begin, 'content-range': `bytes ${begin}-${kept - 1}/${kept}` };
      response.writeHead(206, range).end(bytes.subarray(begin, kept));
    }
  };
  const refused = async (from: TransferContext = context) => {
    const problem = await problemIn(pullObject(from, oid, join(rig.folder, 'file')));
    expect((await readdir(rig.folder)).filter((name) => name.startsWith('file'))).to.deep.equal([]);
    return problem;
  };
  const expectDamaged = async (what: string): Promise<void> => {
    const { message, status } = await refused();
    expect({ message, status }).to.deep.equal({
      message: `${oid} is damaged where it is stored: ${what}`,
      status: undefined,
    });
  };
  const authorizations = (): number => rig.service.requests.filter((each) => each.endsWith('/downloads/authorize')).length;

  it('is told as damage where it is stored when that is all of it, after one more URL was asked for', async () => {
    answerWith(sendNotFound);
    await expectDamaged('it is missing');
    expect([ranges, authorizations()]).to.deep.equal([[undefined, undefined], 2]);
  });

  it('is told with the bytes that are missing when it is shorter there', async () => {
    answerWith(sendOf(4000));
    await expectDamaged('bytes 4000 to 9999 are missing');
    expect(ranges).to.deep.equal([undefined, 'bytes=4000-', 'bytes=4000-']);
  });

  it('is told with all bytes when it is empty there', async () => {
    answerWith(sendOf(0));
    await expectDamaged('bytes 0 to 9999 are missing');
    expect(ranges).to.deep.equal([undefined, undefined]);
  });

  it('is none when the next URL leads to where the object has been moved', async () => {
    for (const first of [sendNotFound, sendOf(4000), sendOf(0)]) {
      answerWith((response, begin) => (ranges.length === 1 ? first(response, begin) : sendOf(sizeBytes)(response, begin)));
      ranges = [];
      const report = await pullObject(context, oid, join(rig.folder, 'whole'));
      expect(report).to.include({ via: 'whole', sizeBytes });
      expect(ranges.length).to.equal(2);
    }
  });

  it('is not what breaks off', async () => {
    answerWith((response) => {
      response.writeHead(200, { 'content-length': sizeBytes });
      response.flushHeaders();
      setImmediate(() => response.destroy());
    });
    expect((await refused()).message).to.equal(`the service breaks off when it sends ${oid}`);
  });

  it('is not known by another refusal, nor where the URL leads to the service, before which something else may stand', async () => {
    answerWith((response) => void response.writeHead(403).end('<Error/>'));
    expect(await refused()).to.include({ kind: 'http', status: 403 });
    answerWith(sendNotFound);
    expect(await refused(rig.context)).to.include({ kind: 'http', status: 404 });
    answerWith(sendOf(0));
    expect((await refused(rig.context)).message).to.equal(`the service breaks off when it sends ${oid}`);
  });
});
