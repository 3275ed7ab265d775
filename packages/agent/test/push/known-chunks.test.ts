import { expect } from 'chai';
import type { ChunkLocation, ChunkName, PackName } from '@svc/core/model';
import { createKnownChunks, type KnownChunks } from '../../src/push/known-chunks.js';
import { locationOf, type OwnPack, type Placement } from '../../src/push/placement.js';
import { chunkAt, nameOf } from '../rigs/chunk-locations.js';

describe('the known chunks of a file', () => {
  const nothing = new Map<ChunkName, ChunkLocation>();
  const place = (known: KnownChunks, number: number, found: ReadonlyMap<ChunkName, ChunkLocation> = nothing) =>
    known.place(nameOf<ChunkName>(number), 100, found);

  /** Puts a placed chunk into a pack, as the line of packs does. */
  const put = (placement: Placement, pack: OwnPack): ChunkLocation => {
    const location = { ...chunkAt(1, 40, 80), name: placement.name, rawBytes: placement.rawBytes };
    placement.own = { pack, entry: location };
    return location;
  };
  const packed = (known: KnownChunks, ...numbers: readonly number[]): readonly ChunkLocation[] => {
    const pack: OwnPack = { name: nameOf<PackName>(1), hasArrived: true, isSent: true };
    const locations = numbers.map((number) => put(place(known, number).placement, pack));
    known.packArrived();
    return locations;
  };

  it('are new once: what comes again before its pack has arrived shares what becomes of the first', () => {
    const known = createKnownChunks();
    const first = place(known, 1);
    const again = place(known, 1);
    expect([first.isNew, again.isNew]).to.deep.equal([true, false]);
    expect(again.placement).to.equal(first.placement);
    known.packArrived();
    expect(place(known, 1).placement, 'another pack has arrived').to.equal(first.placement);
  });

  it('are where their pack is, once it has arrived', () => {
    const known = createKnownChunks();
    const pack: OwnPack = { name: nameOf<PackName>(1), hasArrived: false, isSent: false };
    const location = put(place(known, 1).placement, pack);
    known.packArrived();
    expect(place(known, 1).placement.found, 'while it is on its way').to.equal(undefined);
    pack.hasArrived = true;
    known.packArrived();
    const { placement, isNew } = place(known, 1);
    expect([placement.found, isNew]).to.deep.equal([location, false]);
    expect([known.has(nameOf<ChunkName>(1)), known.has(nameOf<ChunkName>(2))]).to.deep.equal([true, false]);
  });

  it('are where the service says, unless it speaks of other bytes', () => {
    const known = createKnownChunks();
    const right = { ...chunkAt(1, 40, 80), name: nameOf<ChunkName>(1), rawBytes: 100 };
    const wrong = { ...chunkAt(1, 120, 80), name: nameOf<ChunkName>(2), rawBytes: 101 };
    const found = new Map([right, wrong].map((location) => [location.name, location]));
    const stored = place(known, 1, found);
    expect([stored.isNew, locationOf(stored.placement)]).to.deep.equal([false, right]);
    expect(known.has(nameOf<ChunkName>(1)), 'nobody need be asked again').to.equal(true);
    const other = place(known, 2, found);
    expect([other.isNew, locationOf(other.placement)]).to.deep.equal([true, undefined]);
  });

  it('are the newest ones, at least as many as are to be remembered, and what comes again is new again', () => {
    const known = createKnownChunks(3);
    packed(known, 1, 2, 3, 4);
    expect(place(known, 1).isNew).to.equal(false);
    packed(known, 5, 6);
    expect([1, 2, 3, 4, 5, 6].filter((number) => known.has(nameOf<ChunkName>(number)))).to.deep.equal([1, 4, 5, 6]);
    expect(place(known, 2).isNew, 'what is forgotten is stored again').to.equal(true);
  });
});
