import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { SourceFile } from '../../src/push/source-file.js';
import { hashFile, oidOf } from '../../src/verify/hash-file.js';
import { problemIn } from '../rigs/problem-in.js';

describe('the oid of a file', () => {
  const { signal } = new AbortController();
  /** A file of zeros that says how long it is, and of which so many bytes can be read. */
  const zeros = (sizeBytes: number, readableBytes: number): SourceFile => ({
    path: 'growing.log',
    sizeBytes,
    descriptor: undefined,
    read: async (into, position) => {
      if (position > 10 * sizeBytes) throw new Error('it is read on and on');
      return Math.max(0, Math.min(into.fill(0).byteLength, readableBytes - position));
    },
    checkUnchanged: async () => undefined,
    close: async () => undefined,
  });

  it('is of all its bytes', async () => {
    for (const sizeBytes of [0, 1, 1024 * 1024, 1024 * 1024 + 1]) {
      const oid = oidOf(createHash('sha256').update(new Uint8Array(sizeBytes)).digest('hex'));
      expect(await hashFile(zeros(sizeBytes, sizeBytes), signal)).to.equal(oid);
    }
  });

  it('is none of a file that is cut off, or grows, however fast', async () => {
    const sizeBytes = 1024 * 1024;
    for (const readableBytes of [sizeBytes - 1, sizeBytes + 1, Infinity])
      expect((await problemIn(hashFile(zeros(sizeBytes, readableBytes), signal))).message).to.equal(
        'growing.log changed while it was read',
      );
  });
});
