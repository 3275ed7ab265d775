import type { Oid } from '@svc/core';
import { expect } from 'chai';
import { createFailFast } from '../../src/pipeline/fail-fast.js';
import { type AskedWindow, createPackFetcher, type PackFetcher } from '../../src/pull/fetch-packs.js';
import { createLookAhead, type LookAhead, type NumberedWindow } from '../../src/pull/look-ahead.js';
import { readManifest, readMaps } from '../../src/pull/read-list.js';
import { windowsOf } from '../../src/pull/windows.js';
import { pushFile } from '../../src/push/push-file.js';
import type { TransferContext } from '../../src/transfer-context.js';
import { problemIn } from '../rigs/problem-in.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const versions = 4;
/** Each version replaces so many blocks of 1 KiB. */
const replaced = 30;

describe('packs that an object is fetched from', () => {
  let rig: TransferRig;
  let bytes: Buffer;
  let oid: Oid;
  before(async () => {
    rig = await startTransferRig('fetched packs');
    bytes = Buffer.from(rig.random.bytes(11 * mebibyte));
    for (let version = 1; version <= versions; version += 1) {
      ({ oid } = await pushFile(rig.context, await rig.file(`version ${version}`, bytes)));
      if (version === versions) break;
      bytes = Buffer.from(bytes);
      for (let count = 0; count < replaced; count += 1)
        bytes.set(rig.random.bytes(1024), rig.random.integer(bytes.byteLength - 1024));
    }
  });
  after(() => rig.close());
  afterEach(() => {
    rig.service.intercept = undefined;
  });

  const open = async (roomsBytes?: number, context: TransferContext = rig.context, wanted = oid) => {
    const traffic = { receivedBytes: 0 };
    const manifest = await readManifest(context, wanted, traffic);
    const lookAhead = createLookAhead(windowsOf(readMaps(context, manifest.maps, traffic)));
    const failFast = createFailFast(context.signal);
    const asking = { context, traffic, answersSeveral: true };
    const fetcher = createPackFetcher(asking, lookAhead, failFast, roomsBytes);
    return { fetcher, lookAhead, failFast, traffic, asking };
  };

  const next = async (lookAhead: LookAhead): Promise<NumberedWindow> => {
    const window = await lookAhead.next();
    if (window === undefined) throw new Error('there are no more windows');
    return window;
  };

  /** Random bytes are stored as they are. */
  const storedOf = (fetcher: PackFetcher, { chunks }: NumberedWindow): Buffer =>
    Buffer.concat(
      chunks.map((location) => {
        expect(location.encoding).to.equal(0);
        const place = fetcher.placeOf(location);
        return Buffer.from(fetcher.memory.subarray(place, place + location.storedBytes));
      }),
    );

  const begun = (window: AskedWindow | undefined): AskedWindow => {
    if (window === undefined) throw new Error('there was no room');
    return window;
  };

  const packRequests = (): number => rig.service.count('GET chunks/packs/');

  it('give all windows what they need, with one request each', async () => {
    const before = packRequests();
    const { fetcher, lookAhead } = await open();
    const found: Buffer[] = [];
    for (let count = 0; count < 3; count += 1) {
      const window = begun(fetcher.ask(await next(lookAhead)));
      await window.received;
      found.push(storedOf(fetcher, window));
      fetcher.letGo(window);
    }
    expect(await lookAhead.next()).to.equal(undefined);
    expect(Buffer.concat(found).equals(bytes)).to.equal(true);
    expect(packRequests() - before).to.equal(versions);
  });

  it('are read into a reserve where a window has no other room, for one window at a time', async () => {
    const { fetcher, lookAhead } = await open(mebibyte);
    const windows = [await next(lookAhead), await next(lookAhead), await next(lookAhead)];
    const found: Buffer[] = [];
    for (const [index, window] of windows.entries()) {
      const asked = begun(fetcher.ask(window));
      const following = windows[index + 1];
      if (following !== undefined) expect(fetcher.ask(following)).to.equal(undefined);
      await asked.received;
      found.push(storedOf(fetcher, asked));
      fetcher.letGo(asked);
    }
    expect(Buffer.concat(found).equals(bytes)).to.equal(true);
  });

  it('have room in the reserve for a window after one of which it needs something again', async () => {
    const again = rig.random.bytes(mebibyte);
    const pieces = [again, rig.random.bytes(3 * mebibyte), again, rig.random.bytes(3 * mebibyte), again];
    const repeating = Buffer.concat(pieces);
    const pushed = await pushFile(rig.context, await rig.file('repeating', repeating));
    const { fetcher, lookAhead } = await open(mebibyte / 4, rig.context, pushed.oid);
    const found: Buffer[] = [];
    let window = await lookAhead.next();
    while (window !== undefined) {
      const asked = begun(fetcher.ask(window));
      const following = await lookAhead.next();
      if (following !== undefined) fetcher.ask(following);
      await asked.received;
      found.push(storedOf(fetcher, asked));
      fetcher.letGo(asked);
      window = following;
    }
    expect(Buffer.concat(found).equals(repeating)).to.equal(true);
  });

  it('are asked for one range at a time once the service has answered no more', async () => {
    rig.service.intercept = ({ url = '', headers }, response) => {
      if (!url.includes('/chunks/packs/') || headers.range?.includes(',') !== true) return false;
      response.writeHead(200, { 'content-length': 0 }).end();
      return true;
    };
    const { fetcher, lookAhead, asking } = await open(undefined, await rig.open());
    const window = begun(fetcher.ask(await next(lookAhead)));
    await window.received;
    expect(asking.answersSeveral).to.equal(false);
    const stored = storedOf(fetcher, window);
    expect(stored.equals(bytes.subarray(0, stored.byteLength))).to.equal(true);
  });

  it('give a damaged chunk once more, alone', async () => {
    const { fetcher, lookAhead, traffic } = await open();
    const window = begun(fetcher.ask(await next(lookAhead)));
    await window.received;
    const [, damaged] = window.chunks;
    if (damaged === undefined) throw new Error('there is one chunk');
    const place = fetcher.placeOf(damaged);
    fetcher.memory.fill(0, place, place + damaged.storedBytes);
    const before = traffic.receivedBytes;
    await fetcher.fetchAgain(damaged);
    expect(traffic.receivedBytes - before).to.equal(damaged.storedBytes);
    const stored = storedOf(fetcher, window);
    expect(stored.equals(bytes.subarray(0, stored.byteLength))).to.equal(true);
  });

  it('that are missing end all that is under way', async () => {
    const { fetcher, lookAhead, failFast } = await open();
    rig.service.intercept = ({ url = '' }, response) => {
      if (!url.includes('/chunks/packs/')) return false;
      response.writeHead(404).end();
      return true;
    };
    const window = begun(fetcher.ask(await next(lookAhead)));
    begun(fetcher.ask(await next(lookAhead)));
    expect((await problemIn(window.received)).message).to.include('lacks the pack');
    expect(failFast.signal.aborted).to.equal(true);
    expect(failFast.fault().message).to.include('lacks the pack');
  });
});
