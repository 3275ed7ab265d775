import type { NamedObject } from '@svc/client';
import type { ChunkCodec } from '@svc/core/ports';
import type { ResultAsync } from 'neverthrow';
import { setTimeout as sleep } from 'node:timers/promises';
import { oidOfRepeated } from '../data/repeated-chunk.js';
import { smallObjects } from '../data/small-objects.js';
import { storeObjects } from '../server/store-objects.js';
import { newObject, pauseMs, smallPushes, timed } from './small-pushes.js';
import { sendFiles, type Tenant } from './tenant.js';
import type { Timed } from './timed.js';

const batchCount = 100;

/** What a user of the service goes on doing whatever others do: pushes small objects, asks for batches and downloads. */
export interface HonestClient {
  /** Works for so long; the times of all that it did. */
  work(ms: number): Promise<readonly Timed[]>;
}

const repeatUntil = async (end: number, act: () => Promise<readonly Timed[]>): Promise<readonly Timed[]> => {
  const times: Timed[] = [];
  while (performance.now() < end) {
    times.push(...(await act()));
    await sleep(pauseMs);
  }
  return times;
};

/** Pushes, batches and downloads go beside each other, each kind one after the other, so that one that hangs hides no other. */
export const createHonestClient = async (tenant: Tenant, codec: ChunkCodec): Promise<HonestClient> => {
  const { client, api } = tenant;
  const repositoryId = await tenant.newRepository();
  await storeObjects(api, `/repositories/${repositoryId}`, batchCount, 'honest');
  const object = await newObject(codec);
  await sendFiles(tenant, repositoryId, object);
  await api('POST', `/repositories/${repositoryId}/lfs/finalize`, { objects: [{ oid: object.oid, size: object.sizeBytes }] });

  const push = smallPushes(tenant, repositoryId, codec);
  const { oid } = object;
  const named = smallObjects(batchCount, 'honest').map(({ bytes, size }) => ({ bytes, sizeBytes: size }));
  const objects: NamedObject[] = [];
  for (const { bytes, sizeBytes } of named) objects.push({ oid: await oidOfRepeated([bytes]), sizeBytes });
  const batch = (signal: AbortSignal) =>
    client.lfs.batch(repositoryId, { operation: 'download', transfers: ['basic'], objects }, { signal });
  const download = (signal: AbortSignal): ResultAsync<number, unknown> =>
    client.downloads
      .authorize(repositoryId, [oid], { signal })
      .andThen(([permission]) => {
        if (permission?.kind !== 'url') throw new Error('the object is there');
        return client.downloads.open(permission.downloadUrl, 0, { signal });
      })
      .map(async ({ body }) => {
        let receivedBytes = 0;
        for await (const piece of body) receivedBytes += piece.byteLength;
        return receivedBytes;
      });

  return {
    work: async (ms) => {
      const end = performance.now() + ms;
      const all = await Promise.all([
        repeatUntil(end, push),
        repeatUntil(end, async () => [await timed('batch', batch)]),
        repeatUntil(end, async () => [await timed('download', download)]),
      ]);
      return all.flat();
    },
  };
};
