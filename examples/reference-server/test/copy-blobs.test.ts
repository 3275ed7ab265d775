import { createNodeCodec } from '@svc/codec-node';
import { createFaultyBlobStore, createMemoryBlobStore } from '@svc/core/memory';
import { isObjectKey, type ObjectKey } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import { copyBlobs } from '../src/copy-blobs.js';

const keyOf = (text: string): ObjectKey => {
  if (!isObjectKey(text)) throw new Error(`${text} is no key`);
  return text;
};
const codec = await createNodeCodec();
const notes = keyOf('repositories/00000000-0000-4000-8000-000000000001/cas/notes.txt');

const newStore = (): BlobStore =>
  createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }] });

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** What a copy rejects with. */
const problemOf = async (from: BlobStore, to: BlobStore): Promise<string> => {
  const [outcome] = await Promise.allSettled([copyBlobs({ from, to, codec, verify: false, onDamaged: () => undefined })]);
  return outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.message : 'nothing';
};

describe('copyBlobs', () => {
  let from: BlobStore;
  beforeEach(async () => {
    from = newStore();
    (await from.write(notes, bodyOf('notes'), 5))._unsafeUnwrap();
  });

  it('compares what lies at the target with what was read', async () => {
    const to = newStore();
    const careless: BlobStore = { ...to, write: (key, _body, sizeBytes) => to.write(key, bodyOf('NOTES'), sizeBytes) };
    expect(await problemOf(from, careless)).to.equal(`${notes} was written, and is not what was read`);
  });

  for (const call of ['read', 'write'] as const) {
    it(`ends when a ${call} gets no answer, and goes on when it is called again`, async () => {
      const [source, target] = [createFaultyBlobStore(from), createFaultyBlobStore(newStore())];
      (call === 'read' ? source : target).failNext({ call, when: 'before' });
      expect(await problemOf(source, target)).to.match(/^the storage does not answer/);
      expect(await copyBlobs({ from: source, to: target, codec, verify: false, onDamaged: () => undefined })).to.deep.equal({
        copied: 1,
        copiedBytes: 5,
        skipped: 0,
      });
    });
  }
});
