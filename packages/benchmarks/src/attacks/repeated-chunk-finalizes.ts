import { chunkOf, inventedOid } from '../data/repeated-chunk.js';
import { repeatedObject } from '../data/repeated-object.js';
import type { Attack } from './attack.js';
import { finalizeAll } from './finalize-all.js';
import { sendFiles } from './tenant.js';

const objectCount = 20;

/** Each object is as large as is verified while its client waits, 4 GiB, and has another oid than its bytes: it can be finalized again and again. */
export const repeatedChunkFinalizes: Attack = {
  name: `${objectCount} finalizes of one repeated chunk`,
  prepare: async ({ server, codec, newTenant }) => {
    const attacker = await newTenant();
    const repositoryId = await attacker.newRepository();
    const chunks = [chunkOf(0)];
    const objects = Array.from({ length: objectCount }, () =>
      repeatedObject(codec, { oid: inventedOid(), chunks, segments: [4096] }),
    );
    for (const object of objects) await sendFiles(attacker, repositoryId, object);
    return { strike: (signal) => finalizeAll(server.baseUrl, attacker, repositoryId, objects, signal) };
  },
};
