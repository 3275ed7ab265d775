import type { RepositoryFacts } from '../access/grant.js';
import { storageModeOf } from '../repositories/repository.js';
import { dayOf, type Instant, type Oid } from '../values/index.js';
import type { CountedDownloads, RepositoryEgress } from './traffic.js';

export interface Download {
  readonly repository: Pick<RepositoryFacts, 'organizationId' | 'repositoryId' | 'namespace'>;
  /** The object of which this is one download. Undefined for bytes that are only a part of one. */
  readonly oid: Oid | undefined;
  readonly bytes: number;
  readonly at: Instant;
}

/** Counts downloads in memory, so that none of them waits for the database. What was not yet written is lost with the process. */
export interface DownloadMeter {
  record(download: Download): void;
  /** Takes out what was counted, at most so many objects; undefined when there is nothing. */
  take(maxObjects: number): CountedDownloads | undefined;
  /** Counts again what could not be written. */
  putBack(counted: CountedDownloads): void;
}

/** What a use case needs to count downloads. */
export interface Metered {
  readonly meter: DownloadMeter;
}

/** Between two writings. Downloads of more objects than these still count into the egress, and no more into the objects' own counters. */
export const maxMeteredObjects = 100_000;

type CountedObject = CountedDownloads['objects'][number];

/** A batch counts hundreds of times, so a sum grows in its place. */
type Growing<T> = { -readonly [Name in keyof T]: T[Name] };

const takeFirst = <T>(from: Map<string, T>, count: number): T[] => {
  const taken: T[] = [];
  for (const [key, value] of from) {
    if (taken.length >= count) break;
    taken.push(value);
    from.delete(key);
  }
  return taken;
};

export const createDownloadMeter = (): DownloadMeter => {
  const egress = new Map<string, Growing<RepositoryEgress>>();
  const objects = new Map<string, Growing<CountedObject>>();

  const addEgress = (more: RepositoryEgress): void => {
    const key = `${more.repositoryId} ${more.day}`;
    const known = egress.get(key);
    if (known === undefined) {
      egress.set(key, { ...more });
      return;
    }
    known.bytes += more.bytes;
    known.downloads += more.downloads;
  };
  const addObject = (more: CountedObject): void => {
    const key = `${more.repositoryId} ${more.oid}`;
    const known = objects.get(key);
    if (known === undefined) {
      if (objects.size < maxMeteredObjects) objects.set(key, { ...more });
      return;
    }
    known.downloads += more.downloads;
    known.lastDownloadedAt = Math.max(known.lastDownloadedAt, more.lastDownloadedAt);
  };

  return {
    record: ({ repository: { organizationId, repositoryId, namespace }, oid, bytes, at }) => {
      const downloads = oid === undefined ? 0 : 1;
      addEgress({ organizationId, repositoryId, storageMode: storageModeOf(namespace), day: dayOf(at), bytes, downloads });
      if (oid !== undefined) addObject({ repositoryId, oid, downloads, lastDownloadedAt: at });
    },
    take: (maxObjects) => {
      const taken = { egress: takeFirst(egress, Infinity), objects: takeFirst(objects, maxObjects) };
      return taken.egress.length + taken.objects.length === 0 ? undefined : taken;
    },
    putBack: (counted) => {
      for (const more of counted.egress) addEgress(more);
      for (const more of counted.objects) addObject(more);
    },
  };
};
