import { blockNamesBytes, groupsOf, placeOfGroup } from '@svc/core';
import { expect } from 'chai';
import { fetchBlockNames } from '../../src/pull/fetch-block-names.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

/** 33 groups and a part of one: more than one request brings. */
const object = { oid: oidOf('ab'.repeat(32)), sizeBytes: 33 * 16 * 1024 * 1024 + 100_000 };
const lastBlock = 33 * 256 + 1;

const nameOf = (block: number): string => block.toString(16).padStart(64, '0');

describe('the block names that are fetched of an object', () => {
  let rig: TransferRig;
  let file: Buffer;
  let ranges: (string | undefined)[];
  before(async () => {
    rig = await startTransferRig('the block names that are fetched');
    file = Buffer.alloc(blockNamesBytes(object));
    for (let group = 0; group < groupsOf(object); group += 1) {
      const { begin, sizeBytes } = placeOfGroup(object, group);
      for (let at = 32; at < sizeBytes; at += 32) file.write(nameOf(group * 256 + at / 32 - 1), begin + at, 'hex');
      const head = Buffer.from(`block names ${object.oid} ${object.sizeBytes} ${group}\n`);
      const sealed = Buffer.concat([head, file.subarray(begin + 32, begin + sizeBytes)]);
      file.write(rig.context.codec.blake3Hex(sealed), begin, 'hex');
    }
  });
  after(() => rig.close());
  beforeEach(() => {
    ranges = [];
    serve(file);
  });

  const serve = (names: Buffer): void => {
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith(`/objects/${object.oid}/blocks`) !== true) return false;
      ranges.push(request.headers.range);
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = names.subarray(Number(first), Number(last) + 1);
      response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${names.byteLength}` }).end(part);
      return true;
    };
  };

  it('come some at a time, each once, when they are needed in order', async () => {
    const traffic = { receivedBytes: 0 };
    const names = await fetchBlockNames(rig.context, object, traffic);
    for (const block of [0, 1, 255, 256, 32 * 256 - 1]) expect(await names?.find(block)).to.equal(nameOf(block));
    expect(ranges).to.have.length(1);
    for (const block of [32 * 256, 33 * 256, lastBlock]) expect(await names?.find(block)).to.equal(nameOf(block));
    const border = 32 * 257 * 32;
    expect(ranges).to.deep.equal([`bytes=0-${border - 1}`, `bytes=${border}-${file.byteLength - 1}`]);
    expect(traffic.receivedBytes).to.equal(file.byteLength);
  });

  it('cannot be told in a group that is damaged, and in the others', async () => {
    const damaged = Buffer.from(file);
    damaged[257 * 32 + 5] = 1;
    serve(damaged);
    const names = await fetchBlockNames(rig.context, object, { receivedBytes: 0 });
    for (const block of [0, 255, 512, lastBlock]) expect(await names?.find(block)).to.equal(nameOf(block));
    for (const block of [256, 511]) expect(await names?.find(block)).to.equal(undefined);
  });

  it('are not asked for of an object of one block, and are none where the service has none', async () => {
    expect(await fetchBlockNames(rig.context, { ...object, sizeBytes: 65_536 }, { receivedBytes: 0 })).to.equal(undefined);
    expect(ranges).to.deep.equal([]);
    rig.service.intercept = undefined;
    expect(await fetchBlockNames(rig.context, object, { receivedBytes: 0 })).to.equal(undefined);
  });

  it('are not waited for when the transfer is ended', async () => {
    const end = new AbortController();
    rig.service.intercept = () => {
      end.abort();
      return true;
    };
    const context = { ...rig.context, signal: end.signal };
    expect((await problemIn(fetchBlockNames(context, object, { receivedBytes: 0 }))).kind).to.equal('aborted');
  });
});
