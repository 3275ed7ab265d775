import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import type { ObjectKey } from '../../../src/model/values/index.js';
import { withRepository, createWorld, type World } from '../../builders/world.js';
import { bytesAt, check, putBytes, storedWorld, storeWhole } from './stored-world.js';

const damages = rounds({ property: 'a check finds each damage of what is stored', test: 600, proof: 10_000 });
const clean = rounds({ property: 'a check finds nothing wrong with sound objects', test: 3_000, proof: 100_000 });
const seed = Date.now();

const atOnce = 5;

type Damage = (random: SeededRandom, bytes: Uint8Array) => Uint8Array | undefined;

const flip: Damage = (random, bytes) => {
  const at = random.integer(bytes.byteLength);
  return bytes.map((byte, index) => (index === at ? byte ^ (1 << random.integer(8)) : byte));
};
const truncate: Damage = (random, bytes) => bytes.slice(0, random.integer(bytes.byteLength));
const extend: Damage = (random, bytes) => new Uint8Array([...bytes, ...random.bytes(1 + random.integer(9))]);
const remove: Damage = () => undefined;
const kinds: Readonly<Record<string, Damage>> = { flip, truncate, extend, remove };

const put = (world: World, key: ObjectKey, bytes: Uint8Array | undefined): Promise<unknown> =>
  bytes === undefined ? Promise.resolve(world.blobs.remove(key)) : putBytes(world, key, bytes);

describe(`checking the storage [seed ${seed}]`, () => {
  it('finds every flipped bit, truncation, added byte, removed blob and swap of two, and the objects that need them, and nothing else', async function () {
    this.timeout(300_000 + damages * 200);
    const random = createSeededRandom(seed);
    const { world, whole, needs } = await storedWorld(random);
    const keys = [...new Set([...whole, ...[...needs.values()].flatMap((needed) => [...needed])])];
    const sound = new Map<ObjectKey, Uint8Array>();
    for (const key of keys) sound.set(key, await bytesAt(world, key));
    const soundAt = (key: ObjectKey): Uint8Array => sound.get(key) ?? new Uint8Array();
    expect((await check(world)).findings).to.deep.equal([]);

    for (let done = 0; done < damages;) {
      const [first, second, ...others] = random.shuffled(keys).slice(0, atOnce);
      const damaged = new Set<ObjectKey>(others);
      const told: string[] = [];
      for (const key of others) {
        const kind = random.pick(Object.keys(kinds));
        told.push(`${kind} ${key}`);
        await put(world, key, kinds[kind]?.(random, soundAt(key)));
      }
      if (first !== undefined && second !== undefined) {
        await putBytes(world, first, soundAt(second));
        await putBytes(world, second, soundAt(first));
        damaged.add(first).add(second);
        told.push(`swap ${first} ${second}`);
      }
      const { findings } = await check(world);
      const found = findings.flatMap((finding) =>
        finding.kind === 'missing' || finding.kind === 'wrong_size' || finding.kind === 'wrong_bytes' ? [finding.key] : [],
      );
      expect([...new Set(found)].sort(), told.join('; ')).to.deep.equal([...damaged].sort());
      const incomplete = findings.flatMap((finding) => (finding.kind === 'incomplete' ? [finding.oid] : []));
      const needing = [...needs].filter(([, needed]) => [...damaged].some((key) => needed.has(key))).map(([oid]) => oid);
      expect(incomplete.sort(), told.join('; ')).to.deep.equal(needing.sort());
      expect(new Set(findings.map(({ kind }) => kind))).to.not.include.any.keys('orphan', 'miscounted', 'inconsistent');
      for (const key of damaged) await putBytes(world, key, soundAt(key));
      done += damaged.size;
    }
    expect((await check(world)).findings).to.deep.equal([]);
  });

  it('tells nothing of many objects that are as they were', async function () {
    this.timeout(300_000 + clean * 10);
    const random = createSeededRandom(seed);
    const world = createWorld();
    const { push } = await withRepository(world);
    const contents = Array.from({ length: clean }, () => random.bytes(8 + random.integer(16)));
    const keys = new Set(await storeWhole(world, push, contents));
    const { findings, summary } = await check(world);
    expect(findings).to.deep.equal([]);
    expect(summary).to.include({ objects: keys.size, blobsRead: keys.size, noted: 0, healed: 0 });
  });
});
