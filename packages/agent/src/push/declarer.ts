import { randomUUID } from 'node:crypto';
import type { ChunkLocation } from '@svc/core/model';
import type { TransferContext } from '../transfer-context.js';
import { arrivedLocationOf, type Placement } from './placement.js';

/** Tells the service of the file's chunks as they get there, so that it verifies them while the others are being sent. */
export interface Declarer {
  /** Takes the file's next chunk. Tells of many that are there already. */
  add(placement: Placement): void;
  /** Tells of the chunks that a pack has brought there. */
  packArrived(): void;
  /** Tells nothing more. */
  stop(): void;
}

export interface DeclarerOptions {
  readonly fileBytes: number;
  readonly packBytes: number;
  readonly signal: AbortSignal;
}

/** A shorter file is verified before the answer to a declaration of it has come. */
const leastPacks = 2;
/** The service counts requests, so a part of a pack is declared with what follows it. */
const leastPartOfPack = 0.5;
const maxChunks = 4096;
/** Some 60 MB of memory. Chunks of packs that are under way are no more than three times 65,536. */
const mostWaiting = 4 * 65_536;

/**
 * Nothing waits for the declarations, and nothing depends on them: after the first one that is not taken up, and where the service stays too far
 * behind, nothing is declared any more.
 */
export const createDeclarer = (
  { client, repositoryId }: Pick<TransferContext, 'client' | 'repositoryId'>,
  { fileBytes, packBytes, signal }: DeclarerOptions,
): Declarer => {
  const push = randomUUID();
  const isWorthIt = fileBytes >= leastPacks * packBytes;
  const end = new AbortController();
  const isEnded = AbortSignal.any([signal, end.signal]);
  let waiting: Placement[] = [];
  let from = 0;
  let isSending = false;

  const stop = (): void => {
    end.abort();
    waiting = [];
  };

  /** The next chunks that have arrived, if they are worth a request. */
  const next = (): readonly ChunkLocation[] => {
    const chunks: ChunkLocation[] = [];
    let rawBytes = 0;
    for (const placement of waiting) {
      const location = arrivedLocationOf(placement);
      if (location === undefined || chunks.length === maxChunks) break;
      chunks.push(location);
      rawBytes += location.rawBytes;
    }
    return rawBytes >= leastPartOfPack * packBytes || chunks.length === maxChunks ? chunks : [];
  };

  const send = async (): Promise<void> => {
    for (let chunks = next(); chunks.length > 0 && !isEnded.aborted; chunks = next()) {
      waiting = waiting.slice(chunks.length);
      const verifying = await client.tree.declare(repositoryId, { push, from, chunks }, { signal: isEnded });
      from += chunks.length;
      if (!verifying.unwrapOr(false)) stop();
    }
  };

  const sendIfDue = (): void => {
    if (isSending) return;
    isSending = true;
    void send().finally(() => (isSending = false));
  };

  return {
    add: (placement) => {
      if (!isWorthIt || isEnded.aborted) return;
      waiting.push(placement);
      if (waiting.length > mostWaiting) stop();
      // Of a file that is nearly all there packs arrive seldom.
      else if (waiting.length % maxChunks === 0) sendIfDue();
    },
    packArrived: sendIfDue,
    stop,
  };
};
