import type { RepositoryFacts } from '../../access/grant.js';
import { storageModeOf } from '../../model/repository.js';
import type { CountedDownloads, RepositoryEgress } from '../../model/usage/traffic.js';
import { addByteCounts, dayOf, type Instant, type Oid, type RepositoryId } from '../../model/values/index.js';

export interface Download {
  readonly repository: Pick<RepositoryFacts, 'organizationId' | 'repositoryId' | 'namespace'>;
  /** The objects of which this is one download each. None for bytes that are only a part of one. */
  readonly oids: readonly Oid[];
  /** Of all of them. */
  readonly bytes: number;
  readonly at: Instant;
}

/** Counts downloads in memory, so that none of them waits for the database. What was not yet written is lost with the process. */
export interface DownloadMeter {
  record(download: Download): void;
  /** Takes out what was counted, at most so many objects; undefined when there is nothing. */
  take(maxObjects: number): CountedDownloads | undefined;
  /** Counts again what was not written. */
  putBack(counted: CountedDownloads): void;
}

/** What a use case needs to count downloads. */
export interface Metered {
  readonly meter: DownloadMeter;
}

/** Between two writings. Downloads of more objects than these still count into the egress, and no more into the objects' own counters. */
export const maxMeteredObjects = 100_000;

type CountedObject = CountedDownloads['objects'][number];

/** A sum grows in its place. */
type Growing<T> = { -readonly [Name in keyof T]: T[Name] };

/** Two steps by keys that there are already take less than one by a text that a batch would make for each of its hundreds of objects. */
type CountedObjects = Map<RepositoryId, Map<Oid, Growing<CountedObject>>>;

const takeFirst = (objects: CountedObjects, count: number): CountedObject[] => {
  const taken: CountedObject[] = [];
  for (const [repositoryId, ofRepository] of objects) {
    for (const [oid, object] of ofRepository) {
      if (taken.length >= count) return taken;
      taken.push(object);
      ofRepository.delete(oid);
    }
    objects.delete(repositoryId);
  }
  return taken;
};

const inRepository = (objects: CountedObjects, repositoryId: RepositoryId): Map<Oid, Growing<CountedObject>> => {
  const known = objects.get(repositoryId);
  if (known !== undefined) return known;
  const added = new Map<Oid, Growing<CountedObject>>();
  objects.set(repositoryId, added);
  return added;
};

export const createDownloadMeter = (): DownloadMeter => {
  const egress = new Map<string, Growing<RepositoryEgress>>();
  const objects: CountedObjects = new Map();
  let objectCount = 0;

  const addEgress = (more: RepositoryEgress): void => {
    const key = `${more.repositoryId} ${more.day}`;
    const known = egress.get(key);
    if (known === undefined) {
      egress.set(key, { ...more });
      return;
    }
    known.bytes = addByteCounts(known.bytes, more.bytes);
    known.downloads += more.downloads;
  };
  const addObject = (ofRepository: Map<Oid, Growing<CountedObject>>, more: CountedObject): void => {
    const known = ofRepository.get(more.oid);
    if (known !== undefined) {
      known.downloads += more.downloads;
      known.lastDownloadedAt = Math.max(known.lastDownloadedAt, more.lastDownloadedAt);
    } else if (objectCount < maxMeteredObjects) {
      ofRepository.set(more.oid, { ...more });
      objectCount += 1;
    }
  };

  return {
    record: ({ repository: { organizationId, repositoryId, namespace }, oids, bytes, at }) => {
      const storageMode = storageModeOf(namespace);
      addEgress({ organizationId, repositoryId, storageMode, day: dayOf(at), bytes, downloads: oids.length });
      if (oids.length === 0) return;
      const ofRepository = inRepository(objects, repositoryId);
      for (const oid of oids) addObject(ofRepository, { repositoryId, oid, downloads: 1, lastDownloadedAt: at });
    },
    take: (maxObjects) => {
      const taken = { egress: [...egress.values()], objects: takeFirst(objects, maxObjects) };
      egress.clear();
      objectCount -= taken.objects.length;
      return taken.egress.length + taken.objects.length === 0 ? undefined : taken;
    },
    putBack: (counted) => {
      for (const more of counted.egress) addEgress(more);
      for (const more of counted.objects) addObject(inRepository(objects, more.repositoryId), more);
    },
  };
};
