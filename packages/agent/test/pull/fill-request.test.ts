import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Oid } from '@svc/core';
import { expect } from 'chai';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const versions = 6;
/** Each version replaces so many blocks of 1 KiB. */
const replaced = 30;

const severalRanges = /^bytes=\d+-\d+,/;

describe('chunks that lie scattered over the packs of several versions', () => {
  let rig: TransferRig;
  let bytes: Buffer;
  let oid: Oid;
  let storedBytes = 0;
  before(async () => {
    rig = await startTransferRig('scattered chunks');
    bytes = Buffer.from(rig.random.bytes(8 * mebibyte));
    for (let version = 1; version <= versions; version += 1) {
      const pushed = await pushFile(rig.context, await rig.file(`version ${version}`, bytes));
      ({ oid } = pushed);
      if (version === versions) break;
      bytes = Buffer.from(bytes);
      for (let count = 0; count < replaced; count += 1)
        bytes.set(rig.random.bytes(1024), rig.random.integer(bytes.byteLength - 1024));
    }
    storedBytes = bytes.byteLength;
  });
  after(() => rig.close());
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const pull = async (context = rig.context) => {
    const folder = await rig.newFolder();
    const report = await pullObject(context, oid, join(folder, 'file'));
    expect((await readFile(join(folder, 'file'))).equals(bytes)).to.equal(true);
    return report;
  };

  /** How many parts of the object's list a pull asks for. */
  const listed = async (pulled: () => Promise<unknown>): Promise<number> => {
    const before = rig.service.count('GET chunks/maps/');
    await pulled();
    return rig.service.count('GET chunks/maps/') - before;
  };

  const rangeOf = ({ url = '', headers }: IncomingMessage): string | undefined =>
    url.includes('/chunks/packs/') && headers['x-honest'] === undefined ? headers.range : undefined;

  /** Asks the service itself, and answers what it says with its body changed. */
  const passOn = (
    asked: IncomingMessage,
    response: ServerResponse,
    change: (body: Buffer) => Buffer,
    without?: 'range',
  ): void => {
    const { range, ...rest } = asked.headers;
    const headers = { ...rest, ...(without === 'range' ? {} : { range }), 'x-honest': 'yes' };
    request(`${rig.service.baseUrl}${asked.url ?? ''}`, { headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const body = change(Buffer.concat(pieces));
        response.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': body.byteLength }).end(body);
      });
    }).end();
  };

  it('come with one request for each pack, and nothing that lies between them', async () => {
    const ranges: (string | undefined)[] = [];
    const packs = new Set<string>();
    rig.service.intercept = (asked) => {
      const range = rangeOf(asked);
      if (range === undefined) return false;
      ranges.push(range);
      packs.add(asked.url ?? '');
      return false;
    };
    const { receivedBytes, via } = await pull();
    expect(via).to.equal('chunks');
    expect(packs.size).to.equal(versions);
    expect(ranges.length).to.equal(versions);
    expect(ranges.filter((range) => severalRanges.test(range ?? '')).length).to.be.at.least(2);
    expect(receivedBytes).to.be.within(storedBytes, storedBytes * 1.02);
  });

  it('come again where an answer was damaged on its way', async () => {
    let damaged = 0;
    rig.service.intercept = (asked, response) => {
      if (!severalRanges.test(rangeOf(asked) ?? '') || damaged > 1) return false;
      damaged += 1;
      passOn(asked, response, (body) => {
        // The last part is behind this by far more than what ends the answer.
        const at = body.byteLength - 200;
        body[at] = (body[at] ?? 0) ^ 1;
        return body;
      });
      return true;
    };
    expect((await pull()).via).to.equal('chunks');
    expect(damaged).to.equal(2);
  });

  it('leave no file where they stay damaged', async () => {
    rig.service.intercept = (asked, response) => {
      if (rangeOf(asked) === undefined) return false;
      passOn(asked, response, (body) => {
        // The last chunk may be a short one, which comes alone when it comes again.
        const begin = Math.max(0, body.byteLength - 300);
        return body.fill(0, begin, Math.min(begin + 100, body.byteLength));
      });
      return true;
    };
    expect((await problemIn(pull())).message).to.include('is damaged');
  });

  it('come one by one from a service that answers no more, which is asked for several no more', async () => {
    let several = 0;
    let wide = 0;
    rig.service.intercept = (asked, response) => {
      const range = rangeOf(asked);
      if (range === undefined) return false;
      if (!severalRanges.test(range)) {
        wide += 1;
        return false;
      }
      several += 1;
      passOn(asked, response, (body) => body, 'range');
      return true;
    };
    const context = await rig.open();
    const first = await listed(async () => {
      const { receivedBytes } = await pull(context);
      expect(receivedBytes).to.be.within(storedBytes, storedBytes * 1.02);
    });
    expect(several).to.be.within(1, 3);
    expect(wide).to.be.above(versions);
    const asked = several;
    await pull(context);
    expect(several).to.equal(asked);
    rig.service.intercept = undefined;
    expect(await listed(pull), 'no second try').to.equal(first);
  });

  it('come one by one where a part is another than was asked for', async () => {
    rig.service.intercept = (asked, response) => {
      if (!severalRanges.test(rangeOf(asked) ?? '')) return false;
      passOn(asked, response, (body) => Buffer.from(body.toString('latin1').replace(/bytes \d+-/, 'bytes 1-'), 'latin1'));
      return true;
    };
    const context = await rig.open();
    await pull(context);
  });
});
