import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Oid } from '@svc/core';
import { encodeManifest, parseManifest } from '@svc/core/packs';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { createFaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const sizeBytes = 2 * mebibyte;
const cutAt = 700_000;

interface Asked {
  readonly begin: number;
  /** Excluded. */
  readonly end: number;
}

/** What a server sends in answer to a range, or to all. */
interface Sent {
  readonly status: number;
  readonly range?: string;
  readonly body: Uint8Array;
}

type Answering = (file: Buffer, asked: Asked) => Sent;

const rangeOf = (begin: number, end: number, total: number | string): string => `bytes ${begin}-${end - 1}/${total}`;

/** Answers to a request for a range that is not honoured as it was asked for. */
const misanswers: Readonly<Record<string, Answering>> = {
  'bytes from another place on': (file, { begin, end }) => ({
    status: 206,
    range: rangeOf(begin - 1, end - 1, file.byteLength),
    body: file.subarray(begin - 1, end - 1),
  }),
  'bytes from the beginning on': (file, { begin, end }) => ({
    status: 206,
    range: rangeOf(0, end - begin, file.byteLength),
    body: file.subarray(0, end - begin),
  }),
  'a range that it does not tell': (file, { begin, end }) => ({ status: 206, body: file.subarray(begin, end) }),
  'a range in words': (file, { begin, end }) => ({ status: 206, range: 'all of it', body: file.subarray(begin, end) }),
  'other bytes than it tells': (file, { begin, end }) => ({
    status: 206,
    range: rangeOf(begin, end, file.byteLength),
    body: file.subarray(begin - 1, end - 1),
  }),
};

const send = (response: ServerResponse, { status, range, body }: Sent): void => {
  response.writeHead(status, { 'content-length': body.byteLength, ...(range === undefined ? {} : { 'content-range': range }) });
  response.end(body);
};

const askedOf = ({ headers }: IncomingMessage, total: number): Asked | undefined => {
  const [, begin, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  return begin === undefined ? undefined : { begin: Number(begin), end: last === '' ? total : Number(last) + 1 };
};

describe('a range that is misanswered', () => {
  let rig: TransferRig;
  let bytes: Buffer;
  let oid: Oid;
  let folder: string;
  let destination: string;
  before(async () => {
    rig = await startTransferRig('a range that is misanswered');
    bytes = Buffer.from(rig.random.bytes(sizeBytes));
    ({ oid } = await pushFile(rig.context, await rig.file('source', bytes), { packBytes: 300_000 }));
  });
  after(() => rig.close());
  beforeEach(async () => {
    folder = await rig.newFolder();
    destination = join(folder, 'file');
  });
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const readTree = async (path: string): Promise<Buffer> => {
    const url = `${rig.service.baseUrl}/api/v1/repositories/${rig.service.repositoryId}/lfs/${path}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${rig.service.token}`, 'x-honest': 'yes' } });
    expect(answer.status).to.equal(200);
    return Buffer.from(await answer.arrayBuffer());
  };

  const treePathOf = ({ method, url = '', headers }: IncomingMessage): string | undefined =>
    method === 'GET' && headers['x-honest'] === undefined ? /\/lfs\/((?:assets|chunks)\/.*)$/.exec(url)?.[1] : undefined;

  const isDownload = ({ method, url = '' }: IncomingMessage): boolean => method === 'GET' && /\/storage\/.*\/objects\//.test(url);

  const onlyWhole = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (treePathOf(request)?.startsWith('assets/') !== true) return false;
    response.writeHead(404).end();
    return true;
  };

  /** The first answer breaks off; all that follow are of the test's making. */
  const afterBreak = (answering: Answering, ranges: (string | undefined)[] = []): void => {
    rig.service.intercept = (request, response) => {
      if (onlyWhole(request, response)) return true;
      if (!isDownload(request)) return false;
      ranges.push(request.headers.range);
      const asked = askedOf(request, sizeBytes);
      if (asked !== undefined) send(response, answering(bytes, asked));
      else if (ranges.length > 1) send(response, { status: 200, body: bytes });
      else {
        response.writeHead(200, { 'content-length': sizeBytes });
        response.write(bytes.subarray(0, cutAt), () => response.destroy());
      }
      return true;
    };
  };

  const expectWhole = async (): Promise<void> => {
    expect(Buffer.compare(await readFile(destination), bytes)).to.equal(0);
    expect(await readdir(folder)).to.deep.equal(['file']);
  };

  it('with all of the object from its beginning on begins the file anew', async () => {
    const ranges: (string | undefined)[] = [];
    const fileSystem = createFaultyFileSystem(folder);
    const context = await rig.open({ fileSystem });
    afterBreak((file) => ({ status: 200, body: file }), ranges);
    expect(await pullObject(context, oid, destination)).to.include({ via: 'whole', sizeBytes });
    expect(ranges[0]).to.equal(undefined);
    expect(ranges[1]).to.match(/^bytes=[1-9]\d*-$/);
    expect(fileSystem.steps.filter((step) => step === 'truncate *.part')).to.have.length(2);
    await expectWhole();
  });

  for (const [what, answering] of Object.entries(misanswers)) {
    it(`with ${what} leaves no file, when the object comes whole`, async () => {
      afterBreak(answering);
      const { message } = await problemIn(pullObject(rig.context, oid, destination));
      // What tells another place is refused for that, before any of it is read.
      expect(message).to.include(what === 'other bytes than it tells' ? 'another SHA-256' : 'Content-Range');
      expect(await readdir(folder)).to.deep.equal([]);
    });

    it(`with ${what} leaves no file, when the object comes in chunks`, async () => {
      rig.service.intercept = (request, response) => {
        const path = treePathOf(request);
        if (path?.startsWith('chunks/packs/') !== true) return false;
        void readTree(path).then((file) => {
          const { begin, end } = askedOf(request, file.byteLength) ?? { begin: 0, end: file.byteLength };
          // What begins at the first byte cannot come from the one before it.
          const asked = begin === 0 ? { begin: 1, end: Math.min(end + 1, file.byteLength) } : { begin, end };
          send(response, answering(file, asked));
        });
        return true;
      };
      await problemIn(pullObject(rig.context, oid, destination));
      expect(await readdir(folder)).to.deep.equal([]);
    });
  }

  it('with a whole pack in place of a part of it leaves no file', async () => {
    rig.service.intercept = (request, response) => {
      const path = treePathOf(request);
      if (path?.startsWith('chunks/packs/') !== true) return false;
      void readTree(path).then((file) => send(response, { status: 200, body: file }));
      return true;
    };
    expect((await problemIn(pullObject(rig.context, oid, destination))).message).to.match(/Content-Range/);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('that nobody has asked for is refused', async () => {
    rig.service.intercept = (request, response) => {
      if (onlyWhole(request, response)) return true;
      if (!isDownload(request)) return false;
      send(response, { status: 206, range: rangeOf(5, sizeBytes, sizeBytes), body: bytes.subarray(5) });
      return true;
    };
    await problemIn(pullObject(rig.context, oid, destination));
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('with more than the object has is refused before the object is longer than it is', async () => {
    const fileSystem = createFaultyFileSystem(folder);
    const context = await rig.open({ fileSystem });
    afterBreak((file, { begin }) => ({
      status: 206,
      range: rangeOf(begin, sizeBytes, sizeBytes),
      body: Buffer.concat([file.subarray(begin), Buffer.alloc(3 * mebibyte)]),
    }));
    expect((await problemIn(pullObject(context, oid, destination))).message).to.include('sends more');
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('with a longer object by its chunks leaves nothing of it behind the one that comes whole', async () => {
    const path = `assets/${oid}/manifest.json`;
    const manifest = parseManifest(await readTree(path))._unsafeUnwrap();
    const longer = Buffer.from(
      encodeManifest({ ...manifest, sizeBytes: 2 * manifest.sizeBytes, maps: [...manifest.maps, ...manifest.maps] }),
    );
    rig.service.intercept = (request, response) => {
      if (treePathOf(request) !== path) return false;
      send(response, { status: 200, body: longer });
      return true;
    };
    expect(await pullObject(rig.context, oid, destination)).to.include({ via: 'whole', sizeBytes });
    await expectWhole();
  });
});
