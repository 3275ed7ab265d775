import { expect } from 'chai';
import { fileBody, FileTruncated } from '../src/file-body.js';
import type { OpenFile } from '../src/file-system.js';
import { consume, thrownBy } from './rigs/blobs.js';

const unused = async (): Promise<never> => {
  throw new Error('a body only reads and closes');
};

/** A file in memory that gives at most `mostBytes` at a time, and counts. */
const fileOf = (content: Buffer, mostBytes = Infinity) => {
  const seen = { reads: 0, closes: 0 };
  const file: OpenFile = {
    read: async (buffer, offset, length, position) => {
      expect(seen.closes, 'reads after closing').to.equal(0);
      seen.reads += 1;
      await Promise.resolve();
      const bytesRead = content.copy(buffer, offset, position, position + Math.min(length, mostBytes));
      return { bytesRead };
    },
    close: async () => {
      seen.closes += 1;
    },
    writev: unused,
    stat: unused,
    sync: unused,
    datasync: unused,
  };
  return { file, seen };
};

const content = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => index % 251));

describe('fileBody', () => {
  it('gives every byte between its bounds, in whatever pieces the file gives them', async () => {
    for (const [begin, end] of [
      [0, 0],
      [0, 1],
      [7, 1_500_000],
      [262_144, 524_288],
      [262_143, 524_289],
    ] as const) {
      for (const mostBytes of [100_003, Infinity]) {
        const { file, seen } = fileOf(content, mostBytes);
        const bytes = await consume({ body: fileBody(file, begin, end) });
        expect(bytes.equals(content.subarray(begin, end)), `${begin}-${end}`).to.equal(true);
        expect(seen.closes).to.equal(1);
      }
    }
  });

  it('reads one chunk ahead and no more', async () => {
    const { file, seen } = fileOf(content);
    const chunks = fileBody(file, 0, content.byteLength)[Symbol.asyncIterator]();
    expect(seen.reads).to.equal(0);
    await chunks.next();
    expect(seen.reads).to.equal(2);
    await chunks.return?.();
    expect(seen).to.deep.equal({ reads: 2, closes: 1 });
    expect(await chunks.next()).to.deep.equal({ done: true, value: undefined });
  });

  it('gives chunks that stay as they are', async () => {
    const { file } = fileOf(content);
    const chunks: Uint8Array[] = [];
    for await (const chunk of fileBody(file, 0, content.byteLength)) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(content)).to.equal(true);
  });

  it('closes the file when its reader leaves before the first byte', async () => {
    const { file, seen } = fileOf(content);
    await fileBody(file, 0, 10)[Symbol.asyncIterator]().return?.();
    expect(seen).to.deep.equal({ reads: 0, closes: 1 });
  });

  it('throws and closes the file when it ends too early or cannot be read', async () => {
    const short = fileOf(content);
    expect(await thrownBy(() => consume({ body: fileBody(short.file, 0, content.byteLength + 1) }))).to.be.instanceOf(
      FileTruncated,
    );
    expect(short.seen.closes).to.equal(1);
    const fault = new Error('the disk fails');
    const failing = fileOf(content);
    const file: OpenFile = { ...failing.file, read: () => Promise.reject(fault) };
    expect(await thrownBy(() => consume({ body: fileBody(file, 0, 10) }))).to.equal(fault);
    expect(failing.seen.closes).to.equal(1);
  });
});
