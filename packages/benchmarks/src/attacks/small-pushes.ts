import type { NamedObject } from '@svc/client';
import type { ChunkCodec } from '@svc/core/ports';
import { okAsync, ResultAsync } from 'neverthrow';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { oidOfRepeated } from '../data/repeated-chunk.js';
import { repeatedObject, type TreeObject } from '../data/repeated-object.js';
import type { Tenant } from './tenant.js';
import type { Timed } from './timed.js';

const objectBytes = 65_536;
export const pauseMs = 20;
/** What takes longer is given up, and counts as having taken so long. */
const cutOffMs = 8000;

export type Act = (signal: AbortSignal) => ResultAsync<unknown, unknown>;

export const timed = async (what: string, act: Act): Promise<Timed> => {
  const signal = AbortSignal.timeout(cutOffMs);
  const begun = performance.now();
  const isDone = await act(signal).then(
    (outcome) => outcome.isOk(),
    // A body that breaks off.
    () => false,
  );
  const ms = performance.now() - begun;
  return isDone ? { what, ms, isCutOff: false } : { what, ms: Math.max(ms, cutOffMs), isCutOff: true };
};

/** An object of one chunk that nobody has. */
export const newObject = async (codec: ChunkCodec): Promise<TreeObject> => {
  const chunks = [randomBytes(objectBytes)];
  return repeatedObject(codec, { oid: await oidOfRepeated(chunks), chunks, segments: [1] });
};

/** Each call pushes a new object, its three files one after the other and then the finalize; how long each request took. */
export const smallPushes = ({ client }: Tenant, repositoryId: string, codec: ChunkCodec): (() => Promise<readonly Timed[]>) => {
  const finalize = (object: NamedObject, signal: AbortSignal): ResultAsync<undefined, unknown> =>
    client.tree.finalize(repositoryId, [object], { signal }).andThen(({ pending }) => {
      if (pending.length === 0) return okAsync(undefined);
      return ResultAsync.fromSafePromise(sleep(pauseMs)).andThen(() => finalize(object, signal));
    });
  return async () => {
    const { oid, sizeBytes, files } = await newObject(codec);
    const times: Timed[] = [];
    for (const { path, bytes } of files) {
      const put = await timed('PUT', (signal) => client.tree.put(repositoryId, path, bytes, { signal }));
      times.push(put);
      if (put.isCutOff) return times;
    }
    times.push(await timed('finalize', (signal) => finalize({ oid, sizeBytes }, signal)));
    return times;
  };
};
