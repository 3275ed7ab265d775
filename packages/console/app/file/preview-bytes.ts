import { useQuery } from '@tanstack/preact-query';
import type { Place } from '../paths.js';
import { useFile } from './file.js';
import { previewBytes } from './preview-kind.js';
import { readBeginning } from './read-range.js';

/** The beginning of a file, as much as its preview shows; for ever the same as long as the object is. */
export const usePreview = (repository: string, place: Place) => {
  const { data } = useFile(repository, place);
  const file = data?.file;
  const url = file?.download?.url;
  return useQuery({
    queryKey: ['preview', file?.oid, file?.name],
    enabled: url !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: ({ signal }) => readBeginning(url ?? '', previewBytes(file?.name ?? ''), signal),
  });
};
