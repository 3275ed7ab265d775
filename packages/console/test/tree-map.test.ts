import { expect } from 'chai';
import { partsOf } from '../app/storage/folder-parts.js';
import { tilesOf } from '../app/storage/tree-map-layout.js';

const sizes = (object_count: number, bytes: number) => ({ object_count, logical_bytes: bytes, physical_bytes: bytes });

describe('tilesOf', () => {
  it('gives each weight its share of the box', () => {
    const tiles = tilesOf([60, 30, 10], 3);
    const areas = tiles.map(({ width, height }) => Math.round((width * height) / 100));
    expect(areas).to.deep.equal([60, 30, 10]);
    for (const { left, top, width, height } of tiles) {
      expect(left + width).to.be.at.most(100.001);
      expect(top + height).to.be.at.most(100.001);
    }
  });

  it('takes no weight at all', () => {
    expect(tilesOf([], 3)).to.deep.equal([]);
    expect(tilesOf([0, 0], 3)).to.have.length(2);
  });
});

describe('partsOf', () => {
  it('names folders, and what lies beside them', () => {
    const parts = partsOf({
      folder: { path: 'a', ...sizes(10, 1000) },
      folders: [
        { path: 'a/b', ...sizes(3, 200) },
        { path: 'a/c', ...sizes(1, 100) },
      ],
    });
    expect(parts.map(({ label, path, objects, physicalBytes }) => [label, path, objects, physicalBytes])).to.deep.equal([
      ['Files here', undefined, 6, 700],
      ['b/', 'a/b', 3, 200],
      ['c/', 'a/c', 1, 100],
    ]);
  });

  it('says when the rest holds folders that are not listed', () => {
    const [rest] = partsOf({ folder: { path: '', ...sizes(2, 9) }, folders: [], next_cursor: 'more' });
    expect(rest?.label).to.equal('Files here, and smaller folders');
  });

  it('tells what has no name beside the folder, which does not count it', () => {
    const parts = partsOf({
      folder: { path: '', ...sizes(5, 50) },
      folders: [{ path: 'a', ...sizes(1, 20) }],
      unnamed: sizes(9, 90),
    });
    expect(parts.map(({ label, objects, physicalBytes }) => [label, objects, physicalBytes])).to.deep.equal([
      ['Without a name', 9, 90],
      ['Files here', 4, 30],
      ['a/', 1, 20],
    ]);
  });
});
