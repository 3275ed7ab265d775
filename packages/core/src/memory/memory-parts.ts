import { errAsync, okAsync } from 'neverthrow';
import { type ObjectKey, trusted } from '../model/values/index.js';
import type { MultipartUploads, SignedPartTarget, StoredPart } from '../ports/index.js';

export interface MemoryPartsOptions {
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly maxParts: number;
}

/** Parts are blobs beside the place where the whole will lie, so that signed URLs lead to them like to any blob. */
export const partKey = ({ key, uploadId, partNumber }: Pick<SignedPartTarget, 'key' | 'uploadId' | 'partNumber'>): ObjectKey =>
  trusted<ObjectKey>(`${partsPrefix(key, uploadId)}${partNumber}`);

const partsPrefix = (key: ObjectKey, uploadId: string): string => `${key}.parts/${uploadId}/`;

/** Multipart uploads to a store that keeps its blobs in a map. */
export const createMemoryParts = (
  blobs: Map<ObjectKey, Uint8Array>,
  { minPartBytes, maxPartBytes, maxParts }: MemoryPartsOptions,
): MultipartUploads => {
  const open = new Map<string, ObjectKey>();
  let begun = 0;

  const isKnown = (key: ObjectKey, uploadId: string): boolean => open.get(uploadId) === key;

  const arrived = (key: ObjectKey, uploadId: string): readonly StoredPart[] => {
    const prefix = partsPrefix(key, uploadId);
    return [...blobs]
      .filter(([at]) => at.startsWith(prefix))
      .map(([at, { byteLength }]) => ({ partNumber: Number(at.slice(prefix.length)), sizeBytes: byteLength }))
      .sort((left, right) => left.partNumber - right.partNumber);
  };

  const remove = (key: ObjectKey, uploadId: string): void => {
    open.delete(uploadId);
    for (const { partNumber } of arrived(key, uploadId)) blobs.delete(partKey({ key, uploadId, partNumber }));
  };

  return {
    minPartBytes,
    maxPartBytes,
    maxParts,
    begin: (key) => {
      begun += 1;
      const uploadId = `upload-${begun}`;
      open.set(uploadId, key);
      return okAsync(uploadId);
    },
    list: (key, uploadId) => (isKnown(key, uploadId) ? okAsync(arrived(key, uploadId)) : errAsync({ kind: 'blob_missing' })),
    complete: (key, uploadId, sizeBytes) => {
      if (!isKnown(key, uploadId)) return errAsync({ kind: 'blob_missing' });
      const parts = arrived(key, uploadId);
      const actualBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
      if (actualBytes !== sizeBytes) return errAsync({ kind: 'blob_size_mismatch', actualBytes });
      const whole = new Uint8Array(sizeBytes);
      let offset = 0;
      for (const { partNumber } of parts) {
        const part = blobs.get(partKey({ key, uploadId, partNumber })) ?? new Uint8Array();
        whole.set(part, offset);
        offset += part.byteLength;
      }
      blobs.set(key, whole);
      remove(key, uploadId);
      return okAsync();
    },
    abort: (key, uploadId) => {
      remove(key, uploadId);
      return okAsync();
    },
  };
};
