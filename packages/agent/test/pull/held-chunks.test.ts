import type { PackName } from '@svc/core/model';
import { expect } from 'chai';
import { createHeldChunks, type HeldChunk, placeOf } from '../../src/pull/held-chunks.js';
import { createRooms } from '../../src/pull/rooms.js';
import { chunkAt } from '../rigs/chunk-locations.js';

const received = Promise.resolve();

/** Chunks of 10 bytes each, of one block, needed until these windows. */
const chunksUntil = (pack: number, place: number, ...windows: readonly number[]): readonly HeldChunk[] =>
  windows.map((window, at) => ({
    location: chunkAt(pack, 100 + at * 10, 10),
    block: { begin: 100, end: 100 + windows.length * 10, place },
    received,
    window,
  }));

describe('chunks that are held', () => {
  it('are found by where they lie in their pack', () => {
    const held = createHeldChunks();
    const [first, second] = chunksUntil(1, 1000, 0, 0);
    held.hold(
      [first, second].filter((chunk) => chunk !== undefined),
      { begin: 1000, end: 1020 },
      createRooms(0, 0),
    );
    expect(held.of(chunkAt(1, 110, 10))).to.equal(second);
    expect(second && placeOf(second)).to.equal(1010);
    expect(held.of(chunkAt(2, 110, 10)), 'of another pack').to.equal(undefined);
    expect(held.of(chunkAt(1, 110, 11)), 'of another length').to.equal(undefined);
  });

  it('give their room back from the beginning on, as their windows are let go of', () => {
    const rooms = createRooms(0, 30);
    const room = rooms.take(30);
    const held = createHeldChunks();
    const chunks = chunksUntil(1, 0, 0, 2, 1);
    if (room !== undefined) held.hold(chunks, room, rooms);
    held.letGo(0);
    expect(held.of(chunkAt(1, 100, 10))).to.equal(undefined);
    expect(rooms.longestBytes()).to.equal(10);
    held.letGo(1);
    expect(held.of(chunkAt(1, 120, 10)), 'behind one that is needed').to.equal(chunks[2]);
    expect(rooms.longestBytes()).to.equal(10);
    held.letGo(2);
    expect(held.of(chunkAt(1, 120, 10))).to.equal(undefined);
    expect(rooms.longestBytes()).to.equal(30);
  });

  it('of an answer that has not come yet are touched by nothing', () => {
    const rooms = createRooms(0, 30);
    const room = rooms.take(30);
    const held = createHeldChunks();
    if (room !== undefined) held.hold(chunksUntil(1, Number.NaN, 5, 4, 4), room, rooms);
    held.letGo(3);
    expect(rooms.longestBytes()).to.equal(0);
  });

  it('are kept apart by pack', () => {
    const held = createHeldChunks();
    const rooms = createRooms(0, 60);
    for (const pack of [1, 2]) {
      const room = rooms.take(30);
      if (room !== undefined) held.hold(chunksUntil(pack, room.begin, pack, pack, pack), room, rooms);
    }
    held.letGo(1);
    const packs = [1, 2].map((pack) => held.of(chunkAt(pack, 100, 10))?.location.pack);
    expect(packs).to.deep.equal([undefined, chunkAt(2, 100, 10).pack satisfies PackName]);
    expect(rooms.longestBytes()).to.equal(30);
  });
});
