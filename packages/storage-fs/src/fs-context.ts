import type { BlockHasher } from '@svc/core';
import type { DigestMemo } from './digest-memo.js';
import type { DurableDirectories } from './durable-directories.js';
import type { EarlyFlush } from './early-flush.js';
import type { FileSystem } from './file-system.js';
import type { InTurn } from './in-turn.js';

/** What writing and promoting work with. */
export interface FsContext {
  readonly fileSystem: FileSystem;
  readonly directories: DurableDirectories;
  readonly inTurn: InTurn;
  readonly digests: DigestMemo;
  readonly flushEarly: EarlyFlush;
  /** Names the blocks of what is hashed; undefined where no names are kept. */
  readonly blockHasher: BlockHasher | undefined;
  /** A path in the root's file system that nothing has and nobody else will get; what lies there is no blob. */
  readonly newTemporaryPath: () => string;
}
