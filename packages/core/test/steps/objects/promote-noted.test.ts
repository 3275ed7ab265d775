import { expect } from 'chai';
import { conflict } from '../../../src/model/app-error.js';
import { ofDatabase, ofStorage, removedAndChanged, sendParts, text } from '../../builders/removed-object.js';
import { errorOf, valueOf } from '../../builders/world.js';

describe('bytes of a removed object that were moved', () => {
  it('are found right by a try that comes after one that ended before it was registered', async () => {
    const { world, key, open, fail } = await removedAndChanged('x'.repeat(text.length));
    const { staged, complete, finalize } = await open();
    await world.put(staged, text);
    fail(ofDatabase('before', 1));
    expect(errorOf(await complete())).to.include({ kind: 'unavailable', part: 'database' });
    expect((await world.blobs.head(staged)).isErr(), 'they were moved').to.equal(true);
    valueOf(await complete());
    valueOf(await finalize());
    expect(await world.read(key)).to.equal(text);
  });

  it('are found right by such a try when they came in parts', async () => {
    const { world, push, key, open, fail } = await removedAndChanged('x'.repeat(text.length), 1024);
    const { sessionId, complete, finalize } = await open();
    await sendParts(world, push, sessionId);
    fail(ofDatabase('before', 1));
    expect(errorOf(await complete())).to.include({ kind: 'unavailable', part: 'database' });
    valueOf(await complete());
    valueOf(await finalize());
    expect(await world.read(key)).to.equal(text);
  });

  for (const fault of [ofStorage('after'), ofDatabase('before', 0)]) {
    it(`are sent once more to a session when the ${fault.of} did not answer before it was noted that they were moved`, async () => {
      const { world, key, open, fail } = await removedAndChanged('x'.repeat(text.length));
      const { staged, complete, finalize } = await open();
      await world.put(staged, text);
      fail(fault);
      expect(errorOf(await complete())).to.include({ kind: 'unavailable', part: fault.of });
      expect(errorOf(await complete())).to.deep.equal(conflict('not_uploaded'));
      await world.put(staged, text);
      valueOf(await complete());
      valueOf(await finalize());
      expect(await world.read(key)).to.equal(text);
    });
  }

  for (const [what, fault] of [
    ['a move that was not begun', ofStorage('before')],
    ['a move of which nobody heard', ofStorage('after')],
    ['a note that was not written', ofDatabase('before', 0)],
    ['a note of which nobody heard', ofDatabase('after', 0)],
    ['a registration that was not written', ofDatabase('before', 1)],
  ] as const) {
    it(`are registered after ${what} when Git LFS has sent them, though it never asks again`, async () => {
      const { world, key, openLfs, fail, sweep, isVisible } = await removedAndChanged('x'.repeat(text.length));
      const { staged, verify } = await openLfs();
      await world.put(staged, text);
      fail(fault);
      expect(errorOf(await verify())).to.include({ kind: 'unavailable', part: fault.of });
      await sweep();
      expect([await isVisible(), await world.read(key)]).to.deep.equal([true, text]);
    });
  }
});
