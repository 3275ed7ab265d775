import type { SeededRandom } from '@svc/conformance';
import type { Unavailable } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import type { Result, ResultAsync } from 'neverthrow';
import { createFsBlobStore } from '../../../src/fs-blob-store.js';
import { bodyOf, key, oidOf } from '../blobs.js';
import { settings } from '../scratch-store.js';
import { createDisk, type Disk, type DirectoryTree } from './disk.js';
import { blobsIn, createStorePromises, type StorePromises } from './promises.js';
import { startRecordedProcess } from './recorded-process.js';
import type { SyncSite } from './sync-site.js';

/** Where the store lies on the disk: not even the directories above it are there at first. */
export const rootOnDisk = 'data/of/blobs';

const processes = 3;
const clients = 4;
const stepsOfClient = 14;
/** Mostly enough for all steps. */
const mostCalls = 1_200;

/** Now and then what all clients send at about that time, so that several promote to one key at once. */
const newBody = (random: SeededRandom, sharedOf8: number, phase: string): Uint8Array => {
  if (random.integer(8) < sharedOf8) return Buffer.from(random.integer(8) === 0 ? '' : `shared in ${phase}`);
  return random.bytes(random.integer(2) === 0 ? random.integer(40) : random.integer(3_000));
};

/** In one piece, or in so many that the file is written by several calls. */
const bodyIn = (bytes: Uint8Array, random: SeededRandom): AsyncIterable<Uint8Array> =>
  random.integer(4) > 0 ? bodyOf(bytes) : bodyOf(...Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));

export interface LivedStore {
  readonly disk: Disk;
  readonly promises: StorePromises;
}

export interface Life {
  /** An empty directory of the real file system, or one that holds `found`. */
  readonly base: string;
  readonly found: DirectoryTree;
  readonly random: SeededRandom;
  readonly ignored?: SyncSite | undefined;
  readonly onSync: (site: SyncSite) => void;
}

/** What a store does for some clients at once, in one process after the other, each of which may be killed in the middle. */
export const liveStore = async ({ base, found, random, ignored, onSync }: Life): Promise<LivedStore> => {
  const disk = createDisk(found);
  const sharedOf8 = random.pick([1, 4, 8]);
  const promises = createStorePromises(disk, blobsIn(found, rootOnDisk));
  for (let started = 0; started < processes; started += 1) {
    // Now and then it ends before it is ready.
    const lifetime = random.integer(4) === 0 ? random.integer(20) : random.integer(mostCalls);
    const process = startRecordedProcess({ disk, base, random, lifetime, ignored, onSync });
    const work = async (): Promise<void> => {
      const store = await createFsBlobStore({ root: `${base}/${rootOnDisk}`, ...settings, fileSystem: process.fileSystem });
      await Promise.all(
        Array.from({ length: clients }, (_, number) =>
          liveAsClient({ store, promises, random, sharedOf8, process: started, name: `${started}-${number}` }),
        ),
      );
    };
    await Promise.race([work(), process.killed]);
    promises.killed();
    await process.end();
  }
  return { disk, promises };
};

/** Any other error of a store is a bug of the store or of this test. */
const demandAvailable = (result: Result<unknown, { readonly kind: string }>): void => {
  if (result.isErr() && result.error.kind === 'unavailable') throw new Error('a sound disk is available');
};

interface Client {
  readonly store: BlobStore;
  readonly promises: StorePromises;
  readonly random: SeededRandom;
  /** So many in eight of what it sends is what others send too. */
  readonly sharedOf8: number;
  /** Of those that have been started one after the other. */
  readonly process: number;
  readonly name: string;
}

const liveAsClient = async ({ store, promises, random, sharedOf8, process, name }: Client): Promise<void> => {
  const staged = new Map<string, Uint8Array>();
  let step = 0;
  const put = async (at: string): Promise<void> => {
    const bytes = newBody(random, sharedOf8, `${process}-${step >> 1}`);
    if (at.includes('/staging/')) staged.set(at, bytes);
    const call = promises.begin(new Map([[at, bytes]]));
    const written = await store.write(key(at), bodyIn(bytes, random), bytes.byteLength);
    demandAvailable(written);
    call.answered(written.isOk());
  };
  const drop = async (removed: ReadonlyMap<string, undefined>, act: () => ResultAsync<void, Unavailable>): Promise<void> => {
    const call = promises.begin(removed);
    const result = await act();
    demandAvailable(result);
    call.answered(result.isOk());
  };
  const promote = async (): Promise<void> => {
    if (staged.size === 0) return;
    const [from, bytes] = random.pick([...staged]);
    staged.delete(from);
    const oid = oidOf(bytes);
    const to = `ns/objects/${oid.slice(0, 1)}/${oid}`;
    const call = promises.begin(new Map([[to, bytes]]), new Map([[from, undefined]]));
    const promoted = await store.promote(key(from), key(to), { sizeBytes: bytes.byteLength, oid });
    demandAvailable(promoted);
    call.answered(promoted.isOk());
  };
  const below = (prefix: string): ReadonlyMap<string, undefined> =>
    new Map([...promises.keys].filter((one) => one.startsWith(`${prefix}/`)).map((one) => [one, undefined]));

  const own = `ns/staging/${name}`;
  const stage = (): Promise<void> => put(`${own}/${random.integer(3)}`);
  const send = async (): Promise<void> => {
    await stage();
    await promote();
  };
  const steps: readonly (() => Promise<void>)[] = [
    stage,
    send,
    send,
    send,
    () => put(`tree-${name}/${random.pick(['a', 'b', 'b/c'])}/meta`),
    promote,
    async () => {
      const known = random.pick([...promises.keys, `${own}/0`]);
      staged.delete(known);
      await drop(new Map([[known, undefined]]), () => store.remove(key(known)));
    },
    async () => {
      const prefix = random.pick([own, `tree-${name}`, `tree-${name}/b`]);
      if (prefix === own) staged.clear();
      await drop(below(prefix), () => store.deletePrefix(key(prefix)));
    },
  ];
  for (; step < stepsOfClient; step += 1) await random.pick(steps)();
};
