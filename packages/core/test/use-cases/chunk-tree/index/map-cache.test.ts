import { expect } from 'chai';
import type { ChunkLocation } from '../../../../src/model/chunk-tree/chunk-location.js';
import { type ChunkName, type MapName, type PackName, type RepositoryId, trusted } from '../../../../src/model/values/index.js';
import { createMapCache } from '../../../../src/use-cases/chunk-tree/index/map-cache.js';

const repository = trusted<RepositoryId>('r');
const other = trusted<RepositoryId>('o');
const mapName = (at: number): MapName => trusted<MapName>(`map ${at}`);
const chunk = (name: string, pack = 'p'): ChunkLocation => ({
  name: trusted<ChunkName>(name),
  pack: trusted<PackName>(pack),
  offset: 8,
  storedBytes: 1,
  rawBytes: 1,
  encoding: 0,
});
const names = (...given: readonly string[]): readonly ChunkName[] => given.map((name) => trusted<ChunkName>(name));

describe('the cache of chunk maps', () => {
  it('has the places of each map of a repository, and of no other one', () => {
    const cache = createMapCache();
    cache.add(repository, mapName(1), [chunk('a', 'p1'), chunk('b', 'p1')]);
    cache.add(repository, mapName(2), [chunk('b', 'p2')]);
    cache.add(other, mapName(3), [chunk('c')]);
    const found = cache.find(repository, names('a', 'b', 'c'));
    expect(found.get(trusted<ChunkName>('a'))).to.deep.equal([chunk('a', 'p1')]);
    expect(found.get(trusted<ChunkName>('b'))).to.have.deep.members([chunk('b', 'p1'), chunk('b', 'p2')]);
    expect(found.size).to.equal(2);
    expect(cache.has(repository, mapName(1))).to.equal(true);
    expect(cache.has(other, mapName(1))).to.equal(false);
  });

  it('keeps 24 maps of a repository, those longest in which something was found', () => {
    const cache = createMapCache();
    for (let at = 0; at < 24; at += 1) cache.add(repository, mapName(at), [chunk(`of ${at}`)]);
    cache.find(repository, names('of 0'));
    cache.add(repository, mapName(24), [chunk('of 24')]);
    expect(cache.has(repository, mapName(0))).to.equal(true);
    expect(cache.has(repository, mapName(1))).to.equal(false);
    expect(cache.has(repository, mapName(2))).to.equal(true);
  });

  it('keeps 100,000 chunks of all repositories, and the maps that were added last', () => {
    const cache = createMapCache();
    const many = (prefix: string) => Array.from({ length: 40_000 }, (_, at) => chunk(`${prefix} ${at}`));
    cache.add(other, mapName(1), many('a'));
    cache.add(repository, mapName(2), many('b'));
    cache.add(repository, mapName(3), many('c'));
    expect([cache.has(other, mapName(1)), cache.has(repository, mapName(2)), cache.has(repository, mapName(3))]).to.deep.equal([
      false,
      true,
      true,
    ]);
    cache.add(other, mapName(4), many('d'));
    expect(cache.has(repository, mapName(2))).to.equal(false);
    expect(cache.find(other, names('a 0', 'd 0')).size).to.equal(1);
  });
});
