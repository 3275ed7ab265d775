import { useQuery } from '@tanstack/preact-query';
import type { Place } from '../paths.js';
import { useFile, useFreshUrl } from '../file/file.js';
import { bytesOfFound } from './bytes-of-found.js';
import { previewBytes, previewKind } from './preview-kind.js';
import { readRange } from './read-range.js';

/** Eight bytes say how long the header is that follows them. */
const lengthBytes = 8;

const readTensorHeader = async (url: string, most: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
  const length = await readRange(url, 0, lengthBytes, signal);
  if (length.byteLength < lengthBytes) return length;
  const headerBytes = Number(new DataView(length.buffer, length.byteOffset).getBigUint64(0, true));
  return readRange(url, 0, Math.min(most, lengthBytes + headerBytes), signal);
};

/** As much of a file as its preview shows; for ever the same as long as the object is. */
export const usePreview = (repository: string, place: Place) => {
  const found = useFile(repository, place);
  const freshUrl = useFreshUrl(repository, place);
  const file = found.data?.file;
  const bytes = useQuery({
    queryKey: ['preview', file?.oid, file?.name],
    enabled: file !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }): Promise<Uint8Array<ArrayBuffer>> => {
      const most = previewBytes(file?.name ?? '', file?.size ?? 0);
      if (file === undefined || most === 0) return new Uint8Array();
      const url = await freshUrl(file.oid);
      return previewKind(file.name).kind === 'tensors' ? readTensorHeader(url, most, signal) : readRange(url, 0, most, signal);
    },
  });
  return bytesOfFound(found, bytes);
};
