import { createHash } from 'node:crypto';
import { nodeHasher } from '@svc/hasher-node';
import { expect } from 'chai';
import { createEarlyFlush } from '../src/early-flush.js';
import { createFileSink } from '../src/file-sink.js';
import type { OpenFile } from '../src/file-system.js';
import { thrownBy } from './rigs/blobs.js';

const unused = async (): Promise<never> => {
  throw new Error('a sink only writes');
};

/** A file in memory that takes at most `mostBytes` at a time, and notes how it was called. */
const fileOf = (mostBytes: number) => {
  const written: Buffer[] = [];
  let sizeBytes = 0;
  const seen = { writes: 0, concurrent: 0, most: 0, chunks: 0, flushes: 0 };
  const file: OpenFile = {
    writev: async (buffers, position) => {
      seen.writes += 1;
      seen.concurrent += 1;
      seen.most = Math.max(seen.most, seen.concurrent);
      seen.chunks = Math.max(seen.chunks, buffers.length);
      const bytes = Buffer.concat(buffers).subarray(0, mostBytes);
      await new Promise((resolve) => setImmediate(resolve));
      expect(position, 'a write goes on where the one before it has stopped').to.equal(sizeBytes);
      written.push(bytes);
      sizeBytes += bytes.byteLength;
      seen.concurrent -= 1;
      return { bytesWritten: bytes.byteLength };
    },
    read: unused,
    stat: unused,
    sync: unused,
    datasync: async () => {
      seen.flushes += 1;
    },
    close: unused,
  };
  return { file, seen, content: () => Buffer.concat(written) };
};

const sinkAll = async (file: OpenFile, chunks: readonly Uint8Array[]): Promise<string | undefined> => {
  const sink = createFileSink(file, nodeHasher.sha256(), createEarlyFlush());
  for (const chunk of chunks) await sink.take(chunk);
  return sink.finish();
};

describe('createFileSink', () => {
  it('goes on where a write has stopped short', async () => {
    const chunks = [1, 0, 7, 100, 3, 64].map((length, index) => Buffer.alloc(length, index));
    const whole = Buffer.concat(chunks);
    for (const mostBytes of [1, 2, 7, 8, 99, 100, 175, 1000]) {
      const { file, content } = fileOf(mostBytes);
      const digest = await sinkAll(file, chunks);
      expect(content().equals(whole), `${mostBytes} bytes at a time`).to.equal(true);
      expect(digest).to.equal(createHash('sha256').update(whole).digest('hex'));
    }
  });

  it('tells no hash where none was asked for', async () => {
    const { file, content } = fileOf(Infinity);
    const sink = createFileSink(file, undefined, createEarlyFlush());
    await sink.take(Buffer.from('hello'));
    expect(await sink.finish()).to.equal(undefined);
    expect(content().toString()).to.equal('hello');
  });

  it('writes the first 8 MiB by 256 KiB or 256 chunks, one call after the other', async () => {
    const large = fileOf(Infinity);
    await sinkAll(
      large.file,
      Array.from({ length: 128 }, () => Buffer.alloc(65_536)),
    );
    expect(large.seen).to.include({ writes: 32, most: 1, chunks: 4 });
    const small = fileOf(Infinity);
    await sinkAll(
      small.file,
      Array.from({ length: 64 }, () => Buffer.alloc(16_384)),
    );
    expect(small.seen).to.include({ writes: 4, most: 1, chunks: 16 });
    const tiny = fileOf(Infinity);
    await sinkAll(
      tiny.file,
      Array.from({ length: 1000 }, () => Buffer.alloc(1)),
    );
    expect(tiny.seen).to.include({ writes: 4, chunks: 256 });
  });

  it('writes 1 MiB at a time once 8 MiB of a file have come', async () => {
    const { file, seen, content } = fileOf(Infinity);
    const chunks = Array.from({ length: 256 }, (_, number) => Buffer.alloc(65_536, number));
    await sinkAll(file, chunks);
    expect(seen).to.include({ writes: 32 + 8, most: 1, chunks: 16 });
    expect(content().equals(Buffer.concat(chunks))).to.equal(true);
  });

  it('lets the sender wait when one batch is being written and another one is full', async () => {
    const underWay: (() => void)[] = [];
    const endWrites = (): void => underWay.splice(0).forEach((end) => end());
    const { file, content } = fileOf(Infinity);
    const slowFile: OpenFile = {
      ...file,
      writev: async (buffers, position) => {
        await new Promise<void>((resolve) => underWay.push(resolve));
        return file.writev(buffers, position);
      },
    };
    const sink = createFileSink(slowFile, undefined, createEarlyFlush());
    const batch = Buffer.alloc(262_144, 1);
    expect(sink.take(batch), 'nothing is being written before').to.equal(undefined);
    let mayGoOn = false;
    const waiting = sink.take(batch)?.then(() => (mayGoOn = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(mayGoOn).to.equal(false);
    endWrites();
    await waiting;
    expect(mayGoOn).to.equal(true);
    const finished = sink.finish();
    endWrites();
    await finished;
    expect(content().byteLength).to.equal(2 * batch.byteLength);
  });

  it('flushes every 16 MiB while it goes on, one file of the store at a time', async () => {
    const flushEarly = createEarlyFlush();
    let endFlush: (() => void) | undefined;
    const slow = fileOf(Infinity);
    const slowFile: OpenFile = {
      ...slow.file,
      datasync: async () => {
        slow.seen.flushes += 1;
        await new Promise<void>((resolve) => (endFlush = resolve));
      },
    };
    const [first, second] = [createFileSink(slowFile, nodeHasher.sha256(), flushEarly), fileOf(Infinity)];
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    for (let count = 0; count < 12; count += 1) await first.take(chunk);
    expect(slow.seen.flushes, 'a flush is under way').to.equal(1);

    const other = createFileSink(second.file, nodeHasher.sha256(), flushEarly);
    for (let count = 0; count < 12; count += 1) await other.take(chunk);
    expect(second.seen.flushes, 'another file is being flushed').to.equal(0);
    endFlush?.();
    await first.finish();
    await other.take(chunk);
    await other.finish();
    expect(second.seen.flushes).to.equal(1);
  });

  it('fails a file of which an early flush has failed, and flushes it no more', async () => {
    const fault = new Error('the disk has lost a write');
    let flushes = 0;
    const file: OpenFile = {
      ...fileOf(Infinity).file,
      datasync: async () => {
        flushes += 1;
        throw fault;
      },
    };
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(4 * 1024 * 1024));
    expect(await thrownBy(() => sinkAll(file, chunks))).to.equal(fault);
    expect(flushes).to.equal(1);
  });

  it('hands on the fault of a write, at the latest when it is finished', async () => {
    const fault = new Error('the disk is full');
    const file: OpenFile = { ...fileOf(1).file, writev: () => Promise.reject(fault) };
    const sink = createFileSink(file, nodeHasher.sha256(), createEarlyFlush());
    await sink.take(Buffer.alloc(262_144));
    expect(await thrownBy(async () => sink.take(Buffer.alloc(262_144)))).to.equal(fault);
    expect(await thrownBy(() => sinkAll(file, [Buffer.alloc(1)]))).to.equal(fault);
    await sink.drain();
  });

  it('throws rather than turn for ever when a write writes nothing', async () => {
    const file: OpenFile = { ...fileOf(1).file, writev: async () => ({ bytesWritten: 0 }) };
    expect(await thrownBy(() => sinkAll(file, [Buffer.alloc(1)])))
      .to.have.property('message')
      .that.includes('invariant');
  });
});
