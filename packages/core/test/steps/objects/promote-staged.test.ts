import { expect } from 'chai';
import { removedAndChanged, sendParts, text } from '../../builders/removed-object.js';
import { bodyOf } from '../../builders/tree.js';
import { bytesOf, errorOf, valueOf } from '../../builders/world.js';

describe('bytes that are sent again of a removed object', () => {
  for (const [what, changed] of [
    ['others of its length', 'x'.repeat(text.length)],
    ['fewer', text.slice(1)],
    ['more', `${text}x`],
  ] as const) {
    it(`take the place of ${what} that lie there by now`, async () => {
      const { world, key, open } = await removedAndChanged(changed);
      const { staged, complete, finalize } = await open();
      await world.put(staged, text);
      valueOf(await complete());
      expect(await world.read(key)).to.equal(text);
      valueOf(await finalize());
      expect(errorOf(await world.blobs.head(staged))).to.deep.equal({ kind: 'blob_missing' });
    });
  }

  it('take it too when the service itself receives them', async () => {
    const { world, key, open } = await removedAndChanged('x'.repeat(text.length));
    const { href, complete } = await open();
    const { pathname, searchParams } = new URL(href);
    const { authorize, signedTransfers } = world.application;
    const grant = valueOf(authorize.signedUpload(pathname.slice('/storage/'.length), Object.fromEntries(searchParams)));
    valueOf(await signedTransfers.receive(grant, bodyOf(bytesOf(text))));
    valueOf(await complete());
    expect(await world.read(key)).to.equal(text);
  });

  it('take it too when Git LFS sends them', async () => {
    const { world, key, openLfs } = await removedAndChanged('x'.repeat(text.length));
    const { staged, verify } = await openLfs();
    await world.put(staged, text);
    valueOf(await verify());
    expect(await world.read(key)).to.equal(text);
  });

  it('take it too when they come in parts', async () => {
    const { world, push, key, open } = await removedAndChanged('x'.repeat(text.length), 1024);
    const { sessionId, complete } = await open();
    await sendParts(world, push, sessionId);
    valueOf(await complete());
    expect(await world.read(key)).to.equal(text);
  });

  it('leave what lies there as it is when they are wrong themselves', async () => {
    const { world, key, open } = await removedAndChanged('x'.repeat(text.length));
    const { staged, complete } = await open();
    await world.put(staged, 'y'.repeat(text.length));
    expect(errorOf(await complete())).to.include({ reason: 'checksum_mismatch' });
    expect(await world.read(key)).to.equal('x'.repeat(text.length));
  });
});
