import { createCodecPool, createLocalPool, createNodeCodec, type CodecPool, type NodeCodecOptions } from '@svc/codec-node';
import type { Client } from '@svc/client';
import type { ChunkCodec } from '@svc/core/ports';
import type { MendedObject } from './pull/mended-ranges.js';
import { type FileSystem, fileSystemFrom } from './file-system.js';

/** How far a transfer has come, in bytes of the file. `doneBytes` grows, up to `totalBytes`. */
export interface TransferProgress {
  /** The path that is read or written. */
  readonly path: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** What transfers work with. One context serves any number of them, one after the other or at the same time. */
export interface TransferContext {
  readonly client: Client;
  readonly repositoryId: string;
  /** Names, encodes and decodes on other threads. */
  readonly pool: CodecPool;
  /** The same on this thread, for files so short that the threads would take longer to start. */
  readonly localPool: CodecPool;
  /** The same on this thread, for the little that is not worth a message. */
  readonly codec: ChunkCodec;
  /** Where paths begin that are not absolute; where the process is, when absent. */
  readonly folder?: string | undefined;
  /** Where files are read and written. */
  readonly fileSystem: FileSystem;
  /** Called some times a second at most, and once at the end. */
  readonly onProgress: (progress: TransferProgress) => void;
  /** Called for an object of which some bytes came damaged and were fetched again. */
  readonly onMended: (mended: MendedObject) => void;
  /** Ends every transfer of the context. */
  readonly signal: AbortSignal;
}

export interface TransferContextOptions {
  readonly client: Client;
  readonly repositoryId: string;
  /** How many threads name and code chunks; as many as there are cores, unless it is given. */
  readonly threads?: number;
  /** What names and compresses chunks; the fastest that works here, unless it is given. */
  readonly codecOptions?: NodeCodecOptions;
  /** Where paths begin that are not absolute; where the process is, when absent. */
  readonly folder?: string | undefined;
  /** Node's, unless it is given. */
  readonly fileSystem?: FileSystem;
  readonly onProgress?: (progress: TransferProgress) => void;
  readonly onMended?: (mended: MendedObject) => void;
  readonly signal?: AbortSignal;
}

export interface OpenTransferContext extends TransferContext {
  /** Ends the threads; no transfer may be under way. */
  close(): Promise<void>;
}

/** Starts the threads. Close the context to end them. */
export const openTransferContext = async (options: TransferContextOptions): Promise<OpenTransferContext> => {
  const {
    client,
    repositoryId,
    threads,
    codecOptions = {},
    folder,
    fileSystem = fileSystemFrom(folder),
    onProgress = () => undefined,
    onMended = () => undefined,
    signal = new AbortController().signal,
  } = options;
  const codec = await createNodeCodec(codecOptions);
  const pool = createCodecPool(threads === undefined ? codecOptions : { threads, ...codecOptions });
  const localPool = createLocalPool(codecOptions);
  return {
    client,
    repositoryId,
    pool,
    localPool,
    codec,
    folder,
    fileSystem,
    onProgress,
    onMended,
    signal,
    close: () => pool.close(),
  };
};

/** Threads take as long to start as the work on so many bytes. */
const mostLocalBytes = 4 * 1024 * 1024;

/** The context for an object of a size: the work on a short one is done on this thread. */
export const contextForSize = (context: TransferContext, sizeBytes: number): TransferContext =>
  sizeBytes <= mostLocalBytes ? { ...context, pool: context.localPool } : context;
