import { manifestPath } from '@svc/core/model';
import { expect } from 'chai';
import { bytesOf, createEnclosure } from '../../src/push/enclosure.js';
import { oidOf } from '../../src/verify/hash-file.js';

const kibibyte = 1024;
const path = manifestPath(oidOf('a'.repeat(64)));
const fileOf = (sizeBytes: number) => ({ path, bytes: new Uint8Array(sizeBytes) });

describe('createEnclosure', () => {
  it('takes short files, and leaves a longer one to a request of its own', () => {
    const enclosure = createEnclosure();
    const sizes = [0, 64 * kibibyte, 64 * kibibyte + 1, 3];
    expect(sizes.map((size) => enclosure.take(fileOf(size)))).to.deep.equal([true, true, false, true]);
    expect(enclosure.files.map(({ bytes }) => bytes.byteLength)).to.deep.equal([0, 64 * kibibyte, 3]);
  });

  it('takes as many bytes as leave room in a body of 1 MiB, with those that are there first', () => {
    const first = Array.from({ length: 7 }, () => fileOf(64 * kibibyte));
    const enclosure = createEnclosure(first);
    expect(enclosure.take(fileOf(63 * kibibyte))).to.equal(true);
    expect(enclosure.take(fileOf(kibibyte + 1))).to.equal(false);
    expect(enclosure.take(fileOf(kibibyte))).to.equal(true);
    expect(enclosure.take(fileOf(1))).to.equal(false);
    expect(bytesOf(enclosure.files)).to.equal(512 * kibibyte);
    expect(first).to.have.length(7);
  });
});
