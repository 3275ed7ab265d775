import { createNodeCodec } from '@svc/codec-node';
import { createFaultyBlobStore, createMemoryBlobStore } from '@svc/core/memory';
import { BlobUnreadable, isObjectKey, type ObjectKey, outage, unavailable } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { expect } from 'chai';
import { errAsync } from 'neverthrow';
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

const copy = (from: BlobStore, to: BlobStore, unreadable: ObjectKey[] = [], verify = false) =>
  copyBlobs({
    from,
    to,
    codec,
    verify,
    onDamaged: () => undefined,
    onUnreadable: (key) => unreadable.push(key),
  });

/** What a copy rejects with. */
const problemOf = async (from: BlobStore, to: BlobStore): Promise<string> => {
  const [outcome] = await Promise.allSettled([copy(from, to)]);
  return outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.message : 'nothing';
};

async function* brokenBody(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('n');
  throw new BlobUnreadable(unavailable('storage'));
}

/** A store on a disk that does not give the bytes at the key. */
const withoutBytesOf = (bad: ObjectKey, store: BlobStore): BlobStore => ({
  ...store,
  read: (key, span) =>
    store.read(key, span).map(({ sizeBytes, body }) => ({ sizeBytes, body: key === bad ? brokenBody() : body })),
});

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
    expect(await problemOf(from, withoutBytesOf(notes, to))).to.equal(`${notes} was written, and cannot be read there`);
  });

  it('names a blob that cannot be read, copies the others, and leaves nothing of it at the target', async () => {
    const more = Array.from({ length: 20 }, (_, at) => keyOf(`${notes}.${at}`));
    for (const key of more) (await from.write(key, bodyOf('more'), 4))._unsafeUnwrap();
    const [to, unreadable] = [newStore(), new Array<ObjectKey>()];
    const copied = { copied: more.length, copiedBytes: 4 * more.length, skipped: 0 };
    expect(await copy(withoutBytesOf(notes, from), to, unreadable)).to.deep.equal(copied);
    expect(unreadable).to.deep.equal([notes]);
    expect((await to.head(notes)).isErr()).to.equal(true);
  });

  it('brings a blob anew that is at the target and cannot be read there, where it reads what is there', async () => {
    const object = keyOf(
      'repositories/00000000-0000-4000-8000-000000000001/objects/2c/f2/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    );
    (await from.write(object, bodyOf('hello'), 5))._unsafeUnwrap();
    const to = newStore();
    await copy(from, to);
    let isBroken = true;
    const broken = withoutBytesOf(object, to);
    const mended: BlobStore = {
      ...to,
      read: (key, span) => (isBroken ? broken : to).read(key, span),
      write: (key, body, sizeBytes) => to.write(key, body, sizeBytes).map(() => void (isBroken &&= key !== object)),
    };
    expect(await copy(from, mended, [], true)).to.deep.equal({ copied: 2, copiedBytes: 10, skipped: 0 });
  });

  it('ends when the source gets no answer, and goes on when it is called again', async () => {
    const [source, target] = [createFaultyBlobStore(from), newStore()];
    for (let time = 0; time < 3; time += 1) source.failNext({ call: 'read', when: 'before' });
    source.failNext({ call: 'check', when: 'before' });
    expect(await problemOf(source, target)).to.match(/^the storage does not answer/);
    expect(await copy(source, target)).to.deep.equal({ copied: 1, copiedBytes: 5, skipped: 0 });
  });

  it('reads once more what a read has got no answer to', async () => {
    const source = createFaultyBlobStore(from);
    source.failNext({ call: 'read', when: 'partial' });
    expect(await copy(source, newStore())).to.deep.equal({ copied: 1, copiedBytes: 5, skipped: 0 });
  });

  it('ends when a blob cannot be written, which it names, and goes on when it is called again', async () => {
    const target = createFaultyBlobStore(newStore());
    target.failNext({ call: 'write', when: 'before' });
    expect(await problemOf(from, target)).to.equal(`${notes} cannot be written; run this again to go on`);
    expect(await copy(from, target)).to.deep.equal({ copied: 1, copiedBytes: 5, skipped: 0 });
  });

  it('says that there is no room where that is why a blob cannot be written', async () => {
    const full: BlobStore = { ...newStore(), write: () => errAsync(outage('storage', 'storage_full')) };
    expect(await problemOf(from, full)).to.equal(`there is no room for ${notes}; make some, and run this again to go on`);
  });
});
