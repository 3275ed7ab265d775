import { expect } from 'chai';
import { createPackWriter, maxPackBytes, maxPackChunks, parsePack } from '../../../src/formats/packs/index.js';
import { chunkNameOf, chunkOf, joined, packNameOf, seededTest } from './samples.js';

describe('createPackWriter', () => {
  seededTest('tells where each chunk lies and how long the file becomes', (random) => {
    for (let round = 0; round < 200; round += 1) {
      const writer = createPackWriter();
      const chunks = Array.from({ length: 1 + random.integer(30) }, () => chunkOf(random, 100));
      const offsets = chunks.map((chunk) => writer.add(chunk));
      const { parts, sizeBytes, entries } = writer.finish();
      const file = joined(parts);
      expect(file.length).to.equal(sizeBytes).and.to.equal(writer.sizeBytes);
      expect(writer.chunkCount).to.equal(chunks.length);
      chunks.forEach(({ name, encoded, rawBytes }, index) => {
        const offset = offsets[index] ?? 0;
        expect(file.subarray(offset, offset + encoded.bytes.length)).to.deep.equal(encoded.bytes);
        expect(entries[index]).to.deep.equal({
          name,
          offset,
          storedBytes: encoded.bytes.length,
          rawBytes,
          encoding: encoded.encoding,
        });
      });
      const pack = packNameOf(random);
      expect(parsePack(file, pack)._unsafeUnwrap()).to.deep.equal(entries.map((entry) => ({ ...entry, pack })));
    }
  });

  it('counts what finishing adds from the start', () => {
    const writer = createPackWriter();
    expect(writer.sizeBytes).to.equal(28);
    writer.add({ name: chunkNameOf(), encoded: { encoding: 0, bytes: Uint8Array.of(1, 2) }, rawBytes: 2 });
    expect(writer.sizeBytes).to.equal(28 + 2 + 41);
  });

  it('fills a pack to the last byte and no further', () => {
    const writer = createPackWriter();
    const mebibyte = new Uint8Array(1024 * 1024);
    for (let index = 0; index < 63; index += 1) {
      writer.add({ name: chunkNameOf(), encoded: { encoding: 0, bytes: mebibyte }, rawBytes: mebibyte.length });
    }
    const room = maxPackBytes - writer.sizeBytes - 41;
    expect(writer.fits(room)).to.equal(true);
    expect(writer.fits(room + 1)).to.equal(false);
    const last = mebibyte.subarray(0, room);
    const offset = writer.add({ name: chunkNameOf(), encoded: { encoding: 0, bytes: last }, rawBytes: room });
    expect(writer.sizeBytes).to.equal(maxPackBytes);
    const file = joined(writer.finish().parts);
    expect(parsePack(file, packNameOf())._unsafeUnwrap().at(-1)).to.include({ offset, storedBytes: room });
    expect(() => writer.add({ name: chunkNameOf(), encoded: { encoding: 0, bytes: last }, rawBytes: room })).to.throw('room');
  });

  it('takes no more chunks than a reader does', () => {
    const writer = createPackWriter();
    const encoded = { encoding: 0, bytes: Uint8Array.of(7) } as const;
    for (let index = 0; index < maxPackChunks; index += 1) writer.add({ name: chunkNameOf(), encoded, rawBytes: 1 });
    expect(writer.fits(1)).to.equal(false);
    expect(parsePack(joined(writer.finish().parts), packNameOf())._unsafeUnwrap()).to.have.length(maxPackChunks);
  });

  it('refuses what no reader would take', () => {
    const name = chunkNameOf();
    const bytes = Uint8Array.of(1, 2, 3);
    const writer = createPackWriter();
    expect(() => writer.finish()).to.throw('at least one chunk');
    writer.add({ name, encoded: { encoding: 0, bytes }, rawBytes: 3 });
    expect(() => writer.add({ name, encoded: { encoding: 0, bytes }, rawBytes: 3 })).to.throw('once');
    expect(() => writer.add({ name: chunkNameOf(), encoded: { encoding: 0, bytes }, rawBytes: 4 })).to.throw('well encoded');
    expect(() => writer.add({ name: chunkNameOf(), encoded: { encoding: 1, bytes }, rawBytes: 2 })).to.throw('well encoded');
    expect(writer.chunkCount).to.equal(1);
  });
});
