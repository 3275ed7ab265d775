import type { BlobStore } from '@svc/core/ports';
import { withinSpan } from './within-span.js';

/** The store, each call of a request in a span. The span of `read` ends when the blob is open. */
export const tracedBlobStore = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  head: (key) => withinSpan('storage head', { 'svc.key': key }, () => blobs.head(key)),
  read: (key, span) => withinSpan('storage read', { 'svc.key': key }, () => blobs.read(key, span)),
  write: (key, body, sizeBytes) =>
    withinSpan('storage write', { 'svc.key': key, 'svc.bytes': sizeBytes }, () => blobs.write(key, body, sizeBytes)),
  promote: (from, to, expected) =>
    withinSpan('storage promote', { 'svc.key': to, 'svc.bytes': expected.sizeBytes }, () => blobs.promote(from, to, expected)),
  remove: (key) => withinSpan('storage remove', { 'svc.key': key }, () => blobs.remove(key)),
});
