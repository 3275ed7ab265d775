import { expect } from 'chai';
import { conflict } from '../../../src/model/app-error.js';
import { HOUR_MS } from '../../../src/model/values/index.js';
import { removedAndChanged, text } from '../../builders/removed-object.js';
import { errorOf, valueOf } from '../../builders/world.js';

describe('a removed object', () => {
  it('does not come back by its oid alone when a session completes it', async () => {
    const { open, isVisible } = await removedAndChanged(text);
    const { complete, finalize } = await open();
    expect(errorOf(await complete())).to.deep.equal(conflict('not_uploaded'));
    valueOf(await finalize());
    expect(await isVisible()).to.equal(false);
  });

  it('does not come back so when another session has sent it', async () => {
    const { world, open } = await removedAndChanged(text);
    const [sender, other] = [await open(), await open()];
    await world.put(sender.staged, text);
    valueOf(await sender.complete());
    expect(errorOf(await other.complete())).to.deep.equal(conflict('not_uploaded'));
    valueOf(await sender.finalize());
    valueOf(await other.complete());
  });

  it('does not come back so when Git LFS has it verified, nor when what has come is looked for, nor when its session is swept', async () => {
    const { world, openLfs, find, sweep, isVisible } = await removedAndChanged(text);
    const { verify } = await openLfs();
    expect(errorOf(await verify())).to.deep.equal({ kind: 'not_found', reason: 'not_uploaded' });
    world.clock.advance(2 * HOUR_MS);
    expect(await find()).to.equal(0);
    await sweep();
    expect(await isVisible()).to.equal(false);
  });

  it('does not come back by other bytes of its length that Git LFS has sent before', async () => {
    const { world, openLfs } = await removedAndChanged(text);
    const { staged, verify } = await openLfs();
    await world.put(staged, 'y'.repeat(text.length));
    expect(errorOf(await verify())).to.include({ reason: 'checksum_mismatch' });
    valueOf(await world.blobs.remove(staged));
    expect(errorOf(await verify())).to.deep.equal({ kind: 'not_found', reason: 'not_uploaded' });
  });

  it('does not come back by what was sent before it was removed once more', async () => {
    const { world, openLfs, remove, isVisible } = await removedAndChanged(text);
    const first = await openLfs();
    await world.put(first.staged, text);
    valueOf(await first.verify());
    await remove();
    const second = await openLfs();
    expect(second.staged, 'it is the same session').to.equal(first.staged);
    expect(errorOf(await second.verify())).to.deep.equal({ kind: 'not_found', reason: 'not_uploaded' });
    expect(await isVisible()).to.equal(false);
  });
});
