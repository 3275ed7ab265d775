import { frozenManifestAt, type ObjectKey, treeFileKind, trusted, type TreePath } from '@svc/core/model';
import type { BlobStore } from '@svc/core/ports';
import { withinSpan } from './within-span.js';

const treeFolder = '/cas/';

/** The key as far as the service has made it: clients choose the paths of plain files of a chunk tree. */
const attributesOf = (key: ObjectKey): { readonly 'svc.key': string } => {
  const at = key.indexOf(treeFolder);
  if (at === -1) return { 'svc.key': key };
  const path = trusted<TreePath>(key.slice(at + treeFolder.length));
  const isOwn = treeFileKind(path).kind !== 'plain' || frozenManifestAt(path) !== undefined;
  return { 'svc.key': isOwn ? key : `${key.slice(0, at + treeFolder.length)}[path]` };
};

/** The store, each call of a request in a span. The span of `read` ends when the blob is open. */
export const tracedBlobStore = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  head: (key) => withinSpan('storage head', attributesOf(key), () => blobs.head(key)),
  read: (key, span) => withinSpan('storage read', attributesOf(key), () => blobs.read(key, span)),
  write: (key, body, sizeBytes) =>
    withinSpan('storage write', { ...attributesOf(key), 'svc.bytes': sizeBytes }, () => blobs.write(key, body, sizeBytes)),
  promote: (from, to, expected) =>
    withinSpan('storage promote', { ...attributesOf(to), 'svc.bytes': expected.sizeBytes }, () =>
      blobs.promote(from, to, expected),
    ),
  remove: (key) => withinSpan('storage remove', attributesOf(key), () => blobs.remove(key)),
});
