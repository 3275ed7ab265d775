import type { EnclosedFile, Oid } from '@svc/core';
import { invariant } from '@svc/core/model';
import type { ManifestMap } from '@svc/core/packs';
import { createFailFast } from '../pipeline/fail-fast.js';
import type { TransferContext } from '../transfer-context.js';
import { createChunkSender, type CutOptions, type SenderOptions } from './chunk-sender.js';
import type { SourceFile } from './source-file.js';
import { sumOf, type UploadCounts } from './tree-uploads.js';

export type SendOptions = CutOptions & Pick<SenderOptions, 'packBytes' | 'trustLookUps' | 'onStored'>;

/** A file whose packs and maps are in the repository, but for what is enclosed. */
export interface SentChunks {
  readonly oid: Oid;
  readonly maps: readonly ManifestMap[];
  readonly chunkCount: number;
  readonly newChunks: number;
  readonly storedBytes: number;
  readonly ingestMs: number;
  readonly counts: UploadCounts;
  /** Maps of which nothing was sent yet. */
  readonly enclosed: readonly EnclosedFile[];
}

/** Sends the chunks of a file that the repository lacks. */
export const sendChunks = async (context: TransferContext, file: SourceFile, options: SendOptions): Promise<SentChunks> => {
  const failFast = createFailFast(context.signal);
  const sender = createChunkSender(context, { ...options, declaredBytes: file.sizeBytes, failFast });
  const cut = await sender.add(file, options).catch((fault: unknown) => {
    failFast.fail(fault);
    return undefined;
  });
  await sender.finish(cut === undefined ? [] : [cut]);
  invariant(cut !== undefined, 'a push whose file could not be read has failed');
  const { oid, list, fresh } = cut;
  const counts = sumOf([sender.uploads.counts, cut.uploads.counts]);
  const [ingestMs, storedBytes] = [sender.ingestMs(), sender.storedBytes()];
  const enclosed = sender.enclosure.files;
  return {
    oid,
    maps: list.maps,
    chunkCount: list.chunkCount(),
    newChunks: fresh.length,
    storedBytes,
    ingestMs,
    counts,
    enclosed,
  };
};
