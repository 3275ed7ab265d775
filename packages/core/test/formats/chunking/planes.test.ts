import { expect } from 'chai';
import { joinPlanes, splitPlanes } from '../../../src/formats/chunking/index.js';
import { joined, seededTest } from '../packs/samples.js';

const groups = [1, 2, 4, 8] as const;

describe('splitPlanes', () => {
  it('gathers the bytes at equal positions', () => {
    const chunk = Uint8Array.from([10, 20, 30, 40, 11, 21, 31, 41, 12, 22]);
    const planes = [
      [10, 11, 12],
      [20, 21, 22],
      [30, 31],
      [40, 41],
    ];
    expect(splitPlanes(chunk, 4).map((plane) => [...plane])).to.deep.equal(planes);
    expect(splitPlanes(chunk.subarray(0, 2), 4).map((plane) => [...plane])).to.deep.equal([[10], [20], [], []]);
  });
});

describe('joinPlanes', () => {
  seededTest('undoes splitPlanes at every length', (random) => {
    const somewhere = Array.from({ length: 20 }, () => 65 + random.integer(20_000));
    for (const length of [...Array(65).keys(), ...somewhere]) {
      const chunk = random.bytes(length);
      for (const group of groups) {
        const planes = splitPlanes(chunk, group);
        expect(planes).to.have.length(group);
        const out = new Uint8Array(length);
        joinPlanes(joined(planes), group, out);
        expect(Buffer.compare(out, chunk), `${length} bytes in ${group} planes`).to.equal(0);
      }
    }
  });

  it('wants as many bytes as it gives', () => {
    expect(() => joinPlanes(new Uint8Array(3), 2, new Uint8Array(4))).to.throw('as many bytes as their chunk');
  });
});
