import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Oid } from '@svc/core';
import { blockNamesKey, namespaceOf, objectKey, type RepositoryId, trusted } from '@svc/core/model';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import type { MendedObject } from '../../src/pull/mended-ranges.js';
import { pullObject } from '../../src/pull/pull-object.js';
import type { TransferContext } from '../../src/transfer-context.js';
import { verifyStored } from '../../src/verify/verify-stored.js';
import { problemIn } from '../rigs/problem-in.js';
import { storeWhole } from '../rigs/store-whole.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const block = 64 * 1024;
/** More than what is looked at at a time, and its last block is a short one. */
const sizeBytes = 70 * block + 100;

interface Asked {
  readonly begin: number;
  /** Excluded. */
  readonly end: number;
}

const askedOf = ({ headers }: IncomingMessage): Asked => {
  const [, begin, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  return { begin: Number(begin ?? 0), end: last === undefined || last === '' ? sizeBytes : Number(last) + 1 };
};

describe('an object that comes whole and damaged', () => {
  let rig: TransferRig;
  let bytes: Buffer;
  let oid: Oid;
  let folder: string;
  let destination: string;
  let context: TransferContext;
  let mended: MendedObject[];
  /** What was asked of the object, where signed URLs lead. */
  let ranges: (string | undefined)[];
  before(async () => {
    rig = await startTransferRig('an object that comes whole and damaged');
    bytes = Buffer.from(rig.random.bytes(sizeBytes));
    oid = await storeWhole(rig.context, bytes);
  });
  after(() => rig.close());
  beforeEach(async () => {
    folder = await rig.newFolder();
    destination = join(folder, 'file');
    [mended, ranges] = [[], []];
    context = { ...rig.context, onMended: (object) => mended.push(object) };
    rig.service.requests.length = 0;
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const send = (response: ServerResponse, { begin, end }: Asked, body: Uint8Array): void => {
    const isAll = begin === 0 && end === sizeBytes;
    const range = isAll ? {} : { 'content-range': `bytes ${begin}-${end - 1}/${sizeBytes}` };
    response.writeHead(isAll ? 200 : 206, { 'content-length': end - begin, ...range }).end(body);
  };

  /** Where signed URLs lead, these bytes are wrong in so many answers that have them. */
  const damage = (wrong: readonly number[], times: number): void => {
    const left = new Map(wrong.map((at) => [at, times]));
    rig.service.intercept = (request, response) => {
      if (request.method !== 'GET' || !/\/storage\/.*\/objects\//.test(request.url ?? '')) return false;
      ranges.push(request.headers.range);
      const asked = askedOf(request);
      const body = Buffer.from(bytes.subarray(asked.begin, asked.end));
      for (const [at, rest] of left) {
        if (at < asked.begin || at >= asked.end || rest === 0) continue;
        body[at - asked.begin] = (body[at - asked.begin] ?? 0) ^ 0x10;
        left.set(at, rest - 1);
      }
      send(response, asked, body);
      return true;
    };
  };

  const expectWhole = async (): Promise<void> => {
    expect(Buffer.compare(await readFile(destination), bytes)).to.equal(0);
    expect(await readdir(folder)).to.deep.equal(['file']);
  };
  const expectNothing = async (): Promise<void> => {
    expect(await readdir(folder)).to.deep.equal([]);
  };
  const asksForNames = (): number => rig.service.requests.filter((request) => request.endsWith('/blocks')).length;
  const asksForPlace = (): number => rig.service.requests.filter((request) => request.endsWith('/downloads/authorize')).length;

  it('has what is damaged fetched again and nothing else, and tells which bytes that were', async () => {
    const wrong = [5 * block + 1, 9 * block, 10 * block + 77, 64 * block - 1, 64 * block, sizeBytes - 1];
    damage(wrong, 1);
    const report = await pullObject(context, oid, destination);
    await expectWhole();
    expect(ranges).to.deep.equal([
      undefined,
      `bytes=${5 * block}-${6 * block - 1}`,
      `bytes=${9 * block}-${11 * block - 1}`,
      `bytes=${63 * block}-${64 * block - 1}`,
      `bytes=${64 * block}-${65 * block - 1}`,
      `bytes=${70 * block}-${sizeBytes - 1}`,
    ]);
    expect(mended).to.deep.equal([
      {
        oid,
        ranges: [
          { first: 5 * block, last: 6 * block - 1 },
          { first: 9 * block, last: 11 * block - 1 },
          { first: 63 * block, last: 65 * block - 1 },
        ],
        moreRanges: 1,
      },
    ]);
    expect(report).to.include({ via: 'whole', sizeBytes });
    const namesBytes = 32 * (1 + 71);
    expect(report.receivedBytes).to.be.within(sizeBytes + 5 * block + 100 + namesBytes, sizeBytes + 6 * block + namesBytes);
    expect([asksForNames(), asksForPlace()]).to.deep.equal([1, 2]);
  });

  it('is refused when the same bytes come wrong again, which are told, and leaves nothing behind', async () => {
    damage([10, 20 * block], Infinity);
    const { message } = await problemIn(pullObject(context, oid, destination));
    expect(message).to.equal(`${oid} is damaged where it is stored: bytes 0 to ${block - 1} came wrong twice`);
    expect(ranges).to.deep.equal([undefined, `bytes=0-${block - 1}`]);
    expect(mended).to.deep.equal([]);
    await expectNothing();
  });

  it('goes on where a part that is fetched again breaks off', async () => {
    damage([3 * block], 1);
    const answering = rig.service.intercept;
    let broken = 0;
    rig.service.intercept = (request, response) => {
      const { begin, end } = askedOf(request);
      if (begin !== 3 * block || broken > 0) return answering?.(request, response) === true;
      broken += 1;
      response.writeHead(206, { 'content-length': end - begin, 'content-range': `bytes ${begin}-${end - 1}/${sizeBytes}` });
      response.write(bytes.subarray(begin, begin + 1000), () => response.destroy());
      return true;
    };
    await pullObject(context, oid, destination);
    expect(ranges.at(-1)).to.match(new RegExp(`^bytes=\\d+-${4 * block - 1}$`));
    await expectWhole();
  });

  it('is not looked through unless its SHA-256 is wrong', async () => {
    damage([], 0);
    await pullObject(context, oid, destination);
    expect([asksForNames(), asksForPlace(), mended.length]).to.deep.equal([0, 1, 0]);
    await expectWhole();
  });

  it('is refused where what stands in between gives no part of it', async () => {
    damage([3 * block], 1);
    const answering = rig.service.intercept;
    rig.service.intercept = (request, response) => {
      if (request.url?.endsWith('/blocks') !== true) delete request.headers.range;
      return answering?.(request, response) === true;
    };
    expect((await problemIn(pullObject(context, oid, destination))).message).to.match(/no part of it is to be had alone$/);
    await expectNothing();
  });

  it('leaves no connection behind where it is refused so', async () => {
    damage([3 * block], 1);
    const answering = rig.service.intercept;
    const answers: ServerResponse[] = [];
    rig.service.intercept = (request, response) => {
      if (request.headers.range === undefined || request.url?.includes('/storage/') !== true)
        return answering?.(request, response) === true;
      answers.push(response);
      // More than lies in the buffers of a connection.
      response.writeHead(200).end(Buffer.alloc(32 * 1024 * 1024));
      return true;
    };
    expect((await problemIn(pullObject(context, oid, destination))).message).to.match(/no part of it is to be had alone$/);
    await waitUntil('the answer has ended', () => answers.length === 1 && answers.every(({ closed }) => closed));
  });

  it('that nobody keeps is refused', async () => {
    damage([3 * block], 1);
    expect((await problemIn(verifyStored(context, oid))).message).to.match(/has another SHA-256$/);
    expect(asksForNames()).to.equal(0);
  });

  describe('without names of its blocks', () => {
    const key = () => {
      const namespace = namespaceOf(trusted<RepositoryId>(rig.service.repositoryId), undefined);
      const names = blockNamesKey(objectKey(namespace, oid));
      if (names === undefined) throw new Error('invariant: names may lie beside a final blob');
      return names;
    };
    let names: Buffer;
    const write = async (kept: Uint8Array): Promise<void> => {
      const body = (async function* () {
        yield await Promise.resolve(kept);
      })();
      (await rig.service.blobs.write(key(), body, kept.byteLength))._unsafeUnwrap();
    };
    before(async () => {
      const pieces: Uint8Array[] = [];
      for await (const piece of (await rig.service.blobs.read(key()))._unsafeUnwrap().body) pieces.push(piece);
      names = Buffer.concat(pieces);
    });
    afterEach(() => write(names));

    const refused = async (): Promise<void> => {
      const { message } = await problemIn(pullObject(context, oid, destination));
      expect(message).to.equal(`what the service sent for ${oid} has another SHA-256`);
      expect(ranges).to.deep.equal([undefined]);
      await expectNothing();
    };

    it('is refused, as it is by a service that knows of none', async () => {
      (await rig.service.blobs.remove(key()))._unsafeUnwrap();
      damage([3 * block], 1);
      await refused();
      expect(asksForNames()).to.equal(1);
    });

    it('is refused where these are damaged themselves', async () => {
      await write(names.map((byte, at) => (at === 100 ? byte ^ 1 : byte)));
      damage([3 * block], 1);
      await refused();
    });

    it('is refused where the service cannot read them now', async () => {
      damage([3 * block], 1);
      const answering = rig.service.intercept;
      rig.service.intercept = (request, response) => {
        if (request.url?.endsWith('/blocks') !== true) return answering?.(request, response) === true;
        response.writeHead(500).end();
        return true;
      };
      await refused();
    });
  });
});
