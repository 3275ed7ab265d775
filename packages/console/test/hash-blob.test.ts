import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { hashBlob } from '../app/uploads/hash-blob.js';

describe('hashBlob', () => {
  it('is the SHA-256 of all bytes, and tells how many it has come to', async () => {
    const bytes = Buffer.alloc(200_000, 'the same again ');
    const told: number[] = [];
    const hash = await hashBlob(new Blob([bytes]), (hashedBytes) => told.push(hashedBytes));
    expect(hash).to.equal(createHash('sha256').update(bytes).digest('hex'));
    expect(told.at(-1)).to.equal(bytes.length);
  });

  it('is nothing of a file that has become shorter or longer since it was chosen', async () => {
    for (const size of [3, 5]) {
      const file = new Blob(['four']);
      Object.defineProperty(file, 'size', { value: size });
      const failed = await hashBlob(file, () => undefined).then(
        () => false,
        () => true,
      );
      expect(failed, String(size)).to.equal(true);
    }
  });
});
