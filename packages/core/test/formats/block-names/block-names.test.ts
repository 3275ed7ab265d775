import { createSeededRandom } from '@svc/conformance';
import { blake3 } from '@noble/hashes/blake3.js';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import {
  type BlockHasher,
  blockNamesBytes,
  createBlockNamer,
  groupsOf,
  hasBlockNames,
  isGroupSound,
  nameInGroup,
  type NamedObject,
  placeOfBlock,
  placeOfGroup,
} from '../../../src/formats/block-names/block-names.js';
import { portableCodec } from '../../../src/formats/chunking/portable-codec.js';
import { KIB, MIB } from '../../../src/model/values/index.js';
import { oidOf } from '../../builders/world.js';

const codec = portableCodec();
const oid = oidOf('any object');

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Where megabytes are hashed and it does not matter by what: the portable BLAKE3 takes seconds. */
const quick: BlockHasher = { blake3Hex: (bytes) => createHash('sha256').update(bytes).digest('hex') };

const namesOf = (hasher: BlockHasher, object: NamedObject, pieces: readonly Uint8Array[]): Buffer => {
  const groups: Uint8Array[] = [];
  const namer = createBlockNamer(hasher, object, (group) => groups.push(group));
  for (const piece of pieces) namer.update(piece);
  namer.end();
  return Buffer.concat(groups);
};

describe('block names', () => {
  it('are a seal over oid, length and place, and the BLAKE3 of each block', () => {
    const bytes = new Uint8Array(64 * KIB + 1).fill(7);
    const object = { oid, sizeBytes: bytes.byteLength };
    const names = Buffer.concat([blake3(bytes.subarray(0, 64 * KIB)), blake3(bytes.subarray(64 * KIB))]);
    const seal = blake3(Buffer.concat([Buffer.from(`block names ${oid} 65537 0\n`), names]));
    expect(hexOf(namesOf(codec, object, [bytes]))).to.equal(hexOf(Buffer.concat([seal, names])));
  });

  it('are the same however the bytes come, as long as they say, and each group is sound at its place alone', () => {
    const random = createSeededRandom(3);
    const sizeBytes = 16 * MIB + 64 * KIB + 5;
    const bytes = random.bytes(sizeBytes);
    const object = { oid, sizeBytes };
    const names = namesOf(quick, object, [bytes]);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < sizeBytes;) {
      const piece = bytes.subarray(at, at + random.integer(200_000));
      pieces.push(piece);
      at += piece.byteLength;
    }
    expect(namesOf(quick, object, pieces).equals(names)).to.equal(true);
    expect(names.byteLength).to.equal(blockNamesBytes(object));
    expect(groupsOf(object)).to.equal(2);
    for (let group = 0; group < 2; group += 1) {
      const { begin, sizeBytes: groupBytes } = placeOfGroup(object, group);
      const sealed = names.subarray(begin, begin + groupBytes);
      expect(isGroupSound(quick, object, group, sealed)).to.equal(true);
      expect(isGroupSound(quick, object, 1 - group, sealed)).to.equal(false);
      expect(isGroupSound(quick, { oid, sizeBytes: sizeBytes + 1 }, group, sealed)).to.equal(false);
      expect(isGroupSound(quick, { oid: oidOf('another'), sizeBytes }, group, sealed)).to.equal(false);
      const at = random.integer(groupBytes);
      const flipped = sealed.map((byte, index) => (index === at ? byte ^ 4 : byte));
      expect(isGroupSound(quick, object, group, flipped), `byte ${at} of group ${group}`).to.equal(false);
    }
    const { group, at } = placeOfBlock(257);
    const { begin } = placeOfGroup(object, group);
    expect(nameInGroup(names.subarray(begin), at)).to.equal(quick.blake3Hex(bytes.subarray(257 * 64 * KIB)));
  });

  it('are had by what is longer than a block', () => {
    expect([0, 64 * KIB, 64 * KIB + 1].map((sizeBytes) => hasBlockNames({ sizeBytes }))).to.deep.equal([false, false, true]);
  });
});
