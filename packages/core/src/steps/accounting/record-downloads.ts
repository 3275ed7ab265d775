import { addByteCounts, type Instant, type Oid } from '../../model/values/index.js';
import type { Download, DownloadMeter } from './download-meter.js';

/** Counts one download of each of the objects, whole: what was authorized counts, whether or not it is fetched. */
export const recordDownloads = (
  meter: DownloadMeter,
  repository: Download['repository'],
  objects: readonly { readonly oid: Oid; readonly sizeBytes: number }[],
  at: Instant,
): void => {
  if (objects.length === 0) return;
  const bytes = objects.reduce((sum, { sizeBytes }) => addByteCounts(sum, sizeBytes), 0);
  meter.record({ repository, oids: objects.map(({ oid }) => oid), bytes, at });
};
