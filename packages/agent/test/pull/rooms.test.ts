import { createSeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { createRooms, type Room } from '../../src/pull/rooms.js';

describe('rooms in a memory', () => {
  it('are taken from its beginning on, until none is left', () => {
    const rooms = createRooms(100, 200);
    expect(rooms.take(60)).to.deep.equal({ begin: 100, end: 160 });
    expect([rooms.longestBytes(), rooms.freeBytes()]).to.deep.equal([40, 40]);
    expect(rooms.take(41)).to.equal(undefined);
    expect(rooms.take(40)).to.deep.equal({ begin: 160, end: 200 });
    expect(rooms.longestBytes()).to.equal(0);
    expect(rooms.take(1)).to.equal(undefined);
  });

  it('that are given back in pieces can be taken as one', () => {
    const rooms = createRooms(0, 100);
    rooms.take(100);
    for (const begin of [0, 40, 80, 20, 60]) {
      rooms.give({ begin, end: begin + 20 });
      if (begin === 80) expect([rooms.longestBytes(), rooms.freeBytes()]).to.deep.equal([20, 60]);
    }
    expect(rooms.longestBytes()).to.equal(100);
    expect(rooms.take(100)).to.deep.equal({ begin: 0, end: 100 });
  });

  it('cannot be given back twice', () => {
    const rooms = createRooms(0, 100);
    rooms.take(50);
    rooms.give({ begin: 10, end: 20 });
    expect(() => rooms.give({ begin: 15, end: 30 })).to.throw('was taken');
  });

  it('never overlap, and all memory is free again at the end', () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    console.log(`      seed ${seed}`);
    const random = createSeededRandom(seed);
    const rooms = createRooms(0, 1000);
    const taken: Room[] = [];
    for (let step = 0; step < 2000; step += 1) {
      const room = random.integer(2) === 0 ? rooms.take(1 + random.integer(200)) : undefined;
      if (room !== undefined) {
        expect(taken.some(({ begin, end }) => begin < room.end && room.begin < end)).to.equal(false);
        taken.push(room);
        continue;
      }
      const [given] = taken.splice(random.integer(taken.length), 1);
      if (given === undefined) continue;
      const cut = given.begin + random.integer(given.end - given.begin);
      rooms.give({ begin: given.begin, end: cut });
      if (random.integer(2) === 0) rooms.give({ begin: cut, end: given.end });
      else taken.push({ begin: cut, end: given.end });
    }
    for (const room of taken) rooms.give(room);
    expect(rooms.longestBytes()).to.equal(1000);
  });
});
