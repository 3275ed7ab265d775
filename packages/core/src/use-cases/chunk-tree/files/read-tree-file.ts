import { err, okAsync, type Result, ResultAsync } from 'neverthrow';
import { pauseOf } from '../../../concurrency/pause-of.js';
import type { RepositoryGrant } from '../../../access/grant.js';
import { absent, type NotFound, notFound, type Unavailable } from '../../../model/app-error.js';
import {
  KIB,
  type Oid,
  type RepositoryId,
  type StorageNamespace,
  treeFileKind,
  treeKey,
  type TreePath,
} from '../../../model/values/index.js';
import type { BlobReading, ByteSpan } from '../../../ports/blob-store.js';
import type { Ports } from '../../../ports/ports.js';
import type { Queries } from '../../../ports/unit-of-work.js';
import { occupiedBytes, type TreeFile } from '../../../model/chunk-tree/tree-file.js';
import { TreeFault } from '../../../model/chunk-tree/tree-fault.js';
import { type KeptDownload, openBlobDownload, type OpenDownload } from '../../../signed-urls/open-download.js';
import type { Metered } from '../../../steps/accounting/download-meter.js';
import type { NotePorts } from '../../../steps/integrity/note-damage.js';
import { noteLostFile } from '../../../steps/integrity/note-lost-file.js';
import { isHidden } from '../collect/condemned.js';
import { keepPackOpen } from './keep-pack-open.js';
import { demandFrozenManifest, frozenManifestKey, readFrozenManifest, sizeOfFrozenManifest } from '../read/frozen-manifest.js';

export interface OpenTreeFile extends OpenDownload {
  /** Of a manifest: `verified` once it is verified and frozen; what is not may be replaced or wrong. Undefined for other files. */
  readonly state: 'verified' | 'unverified' | undefined;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes);
}

const openBytes = (bytes: Uint8Array): OpenDownload => ({
  sizeBytes: bytes.byteLength,
  open: (span?: ByteSpan): ResultAsync<BlobReading, never> => {
    const asked = span === undefined ? bytes : bytes.subarray(span.first, span.last + 1);
    return okAsync({ sizeBytes: bytes.byteLength, body: once(asked) });
  },
});

/** Up to so many bytes are kept in memory for a reader, who may take its time; what is longer is read again for it. */
const maxHeldBytes = 64 * KIB;

/** A frozen manifest, checked against its pin. One that is missing or was changed is damaged. */
const openFrozen = async (
  { blobs, hasher, clock }: Pick<Ports, 'blobs' | 'hasher' | 'clock'>,
  namespace: StorageNamespace,
  sha256: string,
): Promise<Result<OpenDownload, NotFound | Unavailable>> => {
  const tree = { blobs, hasher, namespace };
  try {
    const sizeBytes = await sizeOfFrozenManifest(tree, sha256);
    if (sizeBytes.isErr()) return err(sizeBytes.error);
    if (sizeBytes.value <= maxHeldBytes) return (await readFrozenManifest(tree, sha256, pauseOf(clock))).map(openBytes);
    const checked = await demandFrozenManifest(tree, sha256);
    return checked.isErr() ? err(checked.error) : await openBlobDownload(blobs, frozenManifestKey(namespace, sha256));
  } catch (fault) {
    if (fault instanceof TreeFault) return err(absent('damaged'));
    throw fault;
  }
};

/**
 * The same bytes; how many of them were taken is told once, when they are at their end, break off or are left. Written out rather than as a generator: leaving
 * one that has not begun would not release the inner body.
 */
const countedBody = (body: AsyncIterable<Uint8Array>, tell: (bytes: number) => void): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const pieces = body[Symbol.asyncIterator]();
    let bytes = 0;
    let isOver = false;
    const end = (): void => {
      if (!isOver) tell(bytes);
      isOver = true;
    };
    return {
      next: async () => {
        try {
          const next = await pieces.next();
          if (next.done === true) end();
          else bytes += next.value.byteLength;
          return next;
        } catch (fault) {
          end();
          throw fault;
        }
      },
      return: async () => {
        end();
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  },
});

/** The same, but what is read counts as egress, as far as it was read; `oid` is the object of which opening it from its first byte is a download. */
const counting = (
  { meter, clock }: Pick<Ports, 'clock'> & Metered,
  { repository }: RepositoryGrant<'repository.pull'>,
  download: OpenDownload,
  oid?: Oid,
): OpenDownload => {
  const record = (bytes: number, oids: readonly Oid[]): void => meter.record({ repository, oids, bytes, at: clock.now() });
  const { keepOpen } = download;
  const counted = (kept: KeptDownload): KeptDownload => ({
    sizeBytes: kept.sizeBytes,
    fill: (begin, target) => kept.fill(begin, target),
    close: async (takenBytes) => {
      record(takenBytes, []);
      await kept.close(takenBytes);
    },
  });
  return {
    sizeBytes: download.sizeBytes,
    open: (span) =>
      download.open(span).map(({ sizeBytes, body }) => {
        const isBegin = span === undefined || span.first === 0;
        const oids = isBegin && oid !== undefined ? [oid] : [];
        return { sizeBytes, body: countedBody(body, (bytes) => record(bytes, oids)) };
      }),
    keepOpen: keepOpen && (() => keepOpen().map(counted)),
  };
};

/** Whether the manifest is that of an object that was removed since: what is put there afterwards is of another push. */
const isRemoved = async (
  { quarantine, tree }: Queries,
  repositoryId: RepositoryId,
  path: TreePath,
  oid: Oid,
): Promise<boolean> => {
  const removed = (await quarantine.find(repositoryId, [oid])).get(oid);
  if (removed === undefined) return false;
  const file = await tree.findFile(repositoryId, path);
  return file === undefined || file.changedAt <= removed.removedAt;
};

interface FoundFile {
  /** A manifest is as damaged as its object. */
  readonly isDamaged: boolean;
  /** What is in quarantine, or not in the books, is in no answer, or clients would count on it; what needs it brings it back. */
  readonly isHidden: boolean;
  /** Of a frozen manifest. */
  readonly pin: string | undefined;
  /** What the books say of a file that is no manifest and is stored. */
  readonly stored: TreeFile | undefined;
}

const findFile = async (queries: Queries, repositoryId: RepositoryId, path: TreePath): Promise<FoundFile> => {
  const { tree, damage } = queries;
  const file = treeFileKind(path);
  const isDamaged = (await damage.findFiles(repositoryId, [path])).has(path);
  const pin = file.kind === 'manifest' ? await tree.findManifest(repositoryId, file.oid) : undefined;
  const row = file.kind === 'manifest' ? undefined : await tree.findFile(repositoryId, path);
  const stored = row?.state === 'stored' ? row : undefined;
  // What a sender left that died before its bytes were in the books has to be sent again: no object may need it as it is.
  const isKept = (file.kind !== 'pack' && file.kind !== 'map') || stored !== undefined;
  // The copy that a verified object is read from is never condemned under the path of its upload.
  const hidden = pin === undefined && file.kind !== 'plain' && (!isKept || (await isHidden(queries, repositoryId, path)));
  if (file.kind !== 'manifest') return { isDamaged, isHidden: hidden, pin, stored };
  const ofObject = await damage.findObjects(repositoryId, [file.oid]);
  const removed = pin === undefined && (await isRemoved(queries, repositoryId, path, file.oid));
  return { isDamaged: isDamaged || ofObject.has(file.oid), isHidden: hidden || removed, pin, stored };
};

/** Told of what a reader has found to be lost, so that somebody looks at what needs it. */
export interface OnLost {
  readonly object: (repositoryId: RepositoryId, oid: Oid) => void;
  readonly file: (repositoryId: RepositoryId) => void;
}

type ReadPorts = Pick<Ports, 'unitOfWork' | 'blobs' | 'hasher' | 'clock'> & NotePorts & Metered;

export const readTreeFile =
  (ports: ReadPorts, onLost: OnLost) =>
  (grant: RepositoryGrant<'repository.pull'>, path: TreePath): ResultAsync<OpenTreeFile, NotFound | Unavailable> => {
    const { repositoryId, namespace } = grant.repository;
    const file = treeFileKind(path);
    const key = treeKey(namespace, path);
    const opened = (state: OpenTreeFile['state']) =>
      openBlobDownload(ports.blobs, key).map((blob) => {
        const keepOpen = file.kind === 'pack' ? () => keepPackOpen(ports.blobs, key, blob.sizeBytes) : undefined;
        return { ...counting(ports, grant, { ...blob, keepOpen }), state };
      });
    const openedStored = async (stored: TreeFile | undefined): Promise<Result<OpenTreeFile, NotFound | Unavailable>> => {
      const download = await opened(undefined);
      if (download.isErr() && download.error.kind !== 'not_found') return download;
      if (download.isOk() && (stored === undefined || occupiedBytes(download.value.sizeBytes) === stored.sizeBytes))
        return download;
      const lost = await noteLostFile(ports)(grant.repository, path);
      if (lost.isErr()) return err(lost.error);
      if (!lost.value) return download;
      if (file.kind !== 'plain') onLost.file(repositoryId);
      return err(absent('damaged'));
    };
    const openedFrozen = async (oid: Oid, pin: string): Promise<Result<OpenTreeFile, NotFound | Unavailable>> => {
      const frozen = await openFrozen(ports, namespace, pin);
      if (frozen.isErr() && frozen.error.kind === 'not_found') onLost.object(repositoryId, oid);
      return frozen.map((download) => ({ ...counting(ports, grant, download, oid), state: 'verified' }));
    };
    const run = async (): Promise<Result<OpenTreeFile, NotFound | Unavailable>> => {
      const found = await ports.unitOfWork.read((queries) => findFile(queries, repositoryId, path));
      if (found.isErr()) return err(found.error);
      const { isDamaged, isHidden, pin, stored } = found.value;
      if (isDamaged) {
        // Who has noted it may not have looked who else needs it, or was killed before that. A manifest is noted with its object.
        if (file.kind === 'pack' || file.kind === 'map') onLost.file(repositoryId);
        return err(absent('damaged'));
      }
      if (isHidden) return err(notFound);
      if (file.kind !== 'manifest') return openedStored(stored);
      return pin === undefined ? opened('unverified') : openedFrozen(file.oid, pin);
    };
    return new ResultAsync(run());
  };
