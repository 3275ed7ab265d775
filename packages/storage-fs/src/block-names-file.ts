import { createBlockNamer, hasBlockNames, type NamedObject } from '@svc/core';
import { dirname } from 'node:path';
import type { FsContext } from './fs-context.js';
import { isMissing } from './classify-error.js';
import { createFileSink } from './file-sink.js';
import { newFile, newFileMode, removeFile } from './file-system.js';

/** Block names that are written while the bytes of their object are hashed. */
export interface BlockNamesFile {
  update(bytes: Uint8Array): void;
  /** Gives the names their place, once the bytes were found to be the object's. */
  publish(path: string): Promise<void>;
  /** To be called in any case, in the end. */
  close(): Promise<void>;
}

const noNames: BlockNamesFile = {
  update: () => undefined,
  publish: async () => undefined,
  close: async () => undefined,
};

/**
 * They are not synchronized with the disk: names that a power cut has torn are none, and nobody needs them to have the bytes.
 */
export const createBlockNamesFile = async (context: FsContext, object: NamedObject | undefined): Promise<BlockNamesFile> => {
  const { fileSystem, flushEarly, blockHasher } = context;
  if (blockHasher === undefined || object === undefined || !hasBlockNames(object)) return noNames;
  const temporary = context.newTemporaryPath();
  const file = await fileSystem.open(temporary, newFile, newFileMode);
  const sink = createFileSink(file, undefined, flushEarly);
  const namer = createBlockNamer(blockHasher, object, (group) => {
    // Groups are few and small, so nobody waits before the end.
    void sink.take(group);
  });
  return {
    update: (bytes) => namer.update(bytes),
    publish: async (path) => {
      namer.end();
      await sink.finish();
      await moveNames(context, temporary, path);
    },
    close: async () => {
      await sink.drain();
      await file.close();
      await removeFile(fileSystem, temporary);
    },
  };
};

/** Names that are not there any more, or whose folder is not, were moved or removed with their blob by somebody else. */
export const moveNames = async ({ fileSystem, directories }: FsContext, from: string, to: string): Promise<void> => {
  try {
    await directories.prepare(dirname(to));
    await fileSystem.rename(from, to);
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
  }
};
