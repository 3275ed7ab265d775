import { type BlockHasher, blockNamesBytes, createBlockNamer, hasBlockNames, type NamedObject } from '@svc/core';
import type { ObjectKey } from '@svc/core/model';
import type { Bucket, Writing } from './bucket.js';
import { createPartWriter, type PartWriter } from './part-writer.js';
import { S3Fault } from './s3-fault.js';
import { putObject } from './write-object.js';

/** Block names that are written while the bytes of their object are hashed. */
export interface BlockNamesObject {
  /** A promise where the bucket has to take some of the names first. */
  update(bytes: Uint8Array): Promise<void> | undefined;
  /** Gives the names their place, once the bytes were found to be the object's. */
  publish(): Promise<void>;
  /** To be called in any case, in the end. */
  close(): Promise<void>;
}

const noNames: BlockNamesObject = {
  update: () => undefined,
  publish: async () => undefined,
  close: async () => undefined,
};

/** Names are small and seldom read: a class that is paid for by a least size or by each reading would cost more than what it spares. */
const inUsualClass = (bucket: Bucket): Bucket => {
  const { StorageClass: _, ...writing }: Writing = bucket.writing;
  return { ...bucket, writing };
};

/** Few names wait in memory for the last of them, and go by one request. */
const gather = (bucket: Bucket, key: ObjectKey): PartWriter => {
  const groups: Uint8Array[] = [];
  return {
    take: (group) => {
      groups.push(group);
      return undefined;
    },
    finish: () => putObject(bucket, key, Buffer.concat(groups), bucket.writing),
    giveUp: async () => undefined,
  };
};

/** Nobody needs names to have the bytes: a bucket that does not take them leaves the object without. */
const orWithout = async (act: () => Promise<void> | undefined): Promise<boolean> => {
  try {
    await act();
    return true;
  } catch (fault) {
    if (fault instanceof S3Fault) return false;
    throw fault;
  }
};

/** `key`: where the names of the object are to lie. Memory holds as many of them as go by one request, or three parts. */
export const createBlockNamesObject = (
  bucket: Bucket,
  blockHasher: BlockHasher | undefined,
  key: ObjectKey | undefined,
  object: NamedObject,
): BlockNamesObject => {
  if (blockHasher === undefined || key === undefined || !hasBlockNames(object)) return noNames;
  const namesBytes = blockNamesBytes(object);
  const place = inUsualClass(bucket);
  const writer = namesBytes <= bucket.limits.smallBytes ? gather(place, key) : createPartWriter(place, key, namesBytes);
  let groups: Uint8Array[] = [];
  let state: 'open' | 'failed' | 'published' = 'open';
  const namer = createBlockNamer(blockHasher, object, (group) => groups.push(group));
  const attempt = async (act: () => Promise<void> | undefined): Promise<void> => {
    if (state === 'open' && !(await orWithout(act))) state = 'failed';
  };
  const takeAll = async (): Promise<void> => {
    const taken = groups;
    groups = [];
    for (const group of taken) await attempt(() => writer.take(group));
  };
  return {
    update: (bytes) => {
      namer.update(bytes);
      return groups.length === 0 ? undefined : takeAll();
    },
    publish: async () => {
      namer.end();
      await takeAll();
      await attempt(() => writer.finish());
      if (state === 'open') state = 'published';
    },
    close: async () => {
      if (state !== 'published') await writer.giveUp();
    },
  };
};
