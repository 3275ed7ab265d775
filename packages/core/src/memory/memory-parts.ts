import { errAsync, okAsync } from 'neverthrow';
import { type ObjectKey, trusted } from '../model/values/index.js';
import type { PartedUploads, SignedPartTarget, StoredPart } from '../ports/index.js';

export interface MemoryPartsOptions {
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly maxParts: number;
}

/** Parts are blobs beside the place where the whole will lie, so that signed URLs lead to them like to any blob. */
export const partKey = ({ key, ticket, partNumber }: Pick<SignedPartTarget, 'key' | 'ticket' | 'partNumber'>): ObjectKey =>
  trusted<ObjectKey>(`${partsPrefix(key, ticket)}${partNumber}`);

const partsPrefix = (key: ObjectKey, ticket: string): string => `${key}.parts/${ticket}/`;

/** Uploads in parts to a store that keeps its blobs in a map. */
export const createMemoryParts = (
  blobs: Map<ObjectKey, Uint8Array>,
  { minPartBytes, maxPartBytes, maxParts }: MemoryPartsOptions,
): PartedUploads => {
  const open = new Map<string, ObjectKey>();
  let begun = 0;

  const isKnown = (key: ObjectKey, ticket: string): boolean => open.get(ticket) === key;

  const arrived = (key: ObjectKey, ticket: string): readonly StoredPart[] => {
    const prefix = partsPrefix(key, ticket);
    return [...blobs]
      .filter(([at]) => at.startsWith(prefix))
      .map(([at, { byteLength }]) => ({ partNumber: Number(at.slice(prefix.length)), sizeBytes: byteLength }))
      .sort((left, right) => left.partNumber - right.partNumber);
  };

  const remove = (key: ObjectKey, ticket: string): void => {
    open.delete(ticket);
    for (const { partNumber } of arrived(key, ticket)) blobs.delete(partKey({ key, ticket, partNumber }));
  };

  return {
    minPartBytes,
    maxPartBytes,
    maxParts,
    begin: (key) => {
      begun += 1;
      const ticket = `upload-${begun}`;
      open.set(ticket, key);
      return okAsync(ticket);
    },
    list: (key, ticket) => (isKnown(key, ticket) ? okAsync(arrived(key, ticket)) : errAsync({ kind: 'blob_missing' })),
    finish: (key, ticket, sizeBytes) => {
      if (!isKnown(key, ticket)) return errAsync({ kind: 'blob_missing' });
      const parts = arrived(key, ticket);
      const actualBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
      if (actualBytes !== sizeBytes) return errAsync({ kind: 'blob_size_mismatch', actualBytes });
      const whole = new Uint8Array(sizeBytes);
      let offset = 0;
      for (const { partNumber } of parts) {
        const part = blobs.get(partKey({ key, ticket, partNumber })) ?? new Uint8Array();
        whole.set(part, offset);
        offset += part.byteLength;
      }
      blobs.set(key, whole);
      remove(key, ticket);
      return okAsync();
    },
    abandon: (key, ticket) => {
      remove(key, ticket);
      return okAsync();
    },
  };
};
