import { oidOfRepeated } from '../data/repeated-chunk.js';
import { repeatedObject, type TreeObject } from '../data/repeated-object.js';
import type { Attack, AttackWorld } from './attack.js';
import { type Send, sendSalvos, statusOf } from './salvos.js';
import { downloadUrl, sendFiles, type Tenant } from './tenant.js';

const rangeCount = 60;
/** Each takes 96 bytes of the manifest, which has 9.6 MB then. */
const wantedMaps = 100_000;
const fewestMaps = 1000;
const chunks = [Buffer.from('x')];

const store = async ({ codec }: AttackWorld, attacker: Tenant, repositoryId: string, mapCount: number): Promise<TreeObject> => {
  const oid = await oidOfRepeated(chunks, mapCount);
  const object = repeatedObject(codec, { oid, chunks, segments: Array.from({ length: mapCount }, () => 1) });
  await sendFiles(attacker, repositoryId, object);
  await attacker.api('POST', `/repositories/${repositoryId}/lfs/finalize`, { objects: [{ oid, size: object.sizeBytes }] });
  return object;
};

/** The object with the longest manifest that the service takes, of 9.6 MB, its half and so on. */
const storeLongest = async (world: AttackWorld, attacker: Tenant, repositoryId: string): Promise<TreeObject> => {
  for (let mapCount = wantedMaps; ; mapCount = Math.floor(mapCount / 2)) {
    try {
      return await store(world, attacker, repositoryId, mapCount);
    } catch (fault) {
      if (mapCount / 2 < fewestMaps) throw fault;
    }
  }
};

/** A chunk map for each byte of an object: reading any of them needs the whole manifest. */
export const manifestRanges: Attack = {
  name: `${rangeCount} one-byte ranges of an object with a 9.6 MB manifest`,
  prepare: async (world) => {
    const attacker = await world.newTenant();
    const repositoryId = await attacker.newRepository();
    const object = await storeLongest(world, attacker, repositoryId);
    const url = await downloadUrl(attacker, repositoryId, object);
    const sends = Array.from({ length: rangeCount }, (_, at): Send => {
      const headers = { Range: `bytes=${at}-${at}` };
      return (signal) => statusOf(url, { headers, signal });
    });
    const manifestBytes = object.files.at(-1)?.bytes.byteLength ?? 0;
    return {
      strike: async (signal) => `${await sendSalvos(sends, signal)}, of a manifest of ${(manifestBytes / 1e6).toFixed(1)} MB`,
    };
  },
};
