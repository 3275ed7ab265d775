import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createFileSink } from '../src/file-sink.js';
import type { OpenFile } from '../src/file-system.js';
import { nodeHasher } from '../src/node-hasher.js';
import { thrownBy } from './rigs/blobs.js';

const unused = async (): Promise<never> => {
  throw new Error('a sink only writes');
};

/** A file in memory that takes at most `mostBytes` at a time, and notes how it was called. */
const fileOf = (mostBytes: number) => {
  let content = Buffer.alloc(0);
  const seen = { writes: 0, concurrent: 0, most: 0, chunks: 0 };
  const file: OpenFile = {
    writev: async (buffers, position) => {
      seen.writes += 1;
      seen.concurrent += 1;
      seen.most = Math.max(seen.most, seen.concurrent);
      seen.chunks = Math.max(seen.chunks, buffers.length);
      await new Promise((resolve) => setImmediate(resolve));
      const bytes = Buffer.concat(buffers).subarray(0, mostBytes);
      expect(position).to.equal(content.byteLength);
      content = Buffer.concat([content, bytes]);
      seen.concurrent -= 1;
      return { bytesWritten: bytes.byteLength };
    },
    read: unused,
    stat: unused,
    sync: unused,
    close: unused,
  };
  return { file, seen, content: () => content };
};

const sinkAll = async (file: OpenFile, chunks: readonly Uint8Array[]): Promise<string> => {
  const sink = createFileSink(file, nodeHasher.sha256());
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

  it('writes one batch at a time, of a megabyte or of 256 chunks', async () => {
    const large = fileOf(Infinity);
    await sinkAll(
      large.file,
      Array.from({ length: 64 }, () => Buffer.alloc(65_536)),
    );
    expect(large.seen).to.deep.equal({ writes: 4, concurrent: 0, most: 1, chunks: 16 });
    const tiny = fileOf(Infinity);
    await sinkAll(
      tiny.file,
      Array.from({ length: 1000 }, () => Buffer.alloc(1)),
    );
    expect(tiny.seen).to.deep.equal({ writes: 4, concurrent: 0, most: 1, chunks: 256 });
  });

  it('lets the next batch come in while one is written, and not the one after', async () => {
    const { file } = fileOf(Infinity);
    const sink = createFileSink(file, nodeHasher.sha256());
    const batch = Buffer.alloc(1_048_576);
    let waiting = true;
    await sink.take(batch);
    const second = sink.take(batch)?.then(() => (waiting = false));
    await Promise.resolve();
    expect(waiting, 'the first batch is still being written').to.equal(true);
    await second;
    await sink.settle();
  });

  it('hands on the fault of a write, at the latest when it is finished', async () => {
    const fault = new Error('the disk is full');
    const file: OpenFile = { ...fileOf(1).file, writev: () => Promise.reject(fault) };
    const sink = createFileSink(file, nodeHasher.sha256());
    await sink.take(Buffer.alloc(2_000_000));
    expect(await thrownBy(async () => sink.take(Buffer.alloc(2_000_000)))).to.equal(fault);
    expect(await thrownBy(() => sinkAll(file, [Buffer.alloc(1)]))).to.equal(fault);
    await sink.settle();
  });

  it('throws rather than turn for ever when a write writes nothing', async () => {
    const file: OpenFile = { ...fileOf(1).file, writev: async () => ({ bytesWritten: 0 }) };
    expect(await thrownBy(() => sinkAll(file, [Buffer.alloc(1)])))
      .to.have.property('message')
      .that.includes('invariant');
  });
});
