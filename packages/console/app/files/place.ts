import { useLocation } from 'preact-iso';
import type { Place } from '../paths.js';
import { nameOfBytes } from './name-of-bytes.js';

/** Which file or folder of which commit the page is about, as its address says. */
export const usePlace = (): Place => {
  const { query } = useLocation();
  return { ref: query['ref'], path: query['path'], bytes: query['bytes'] };
};

/** The same as the API asks for it. */
export const queryOf = ({ ref, path, bytes }: Place) => ({
  ...(ref !== undefined && { ref }),
  ...(path !== undefined && { path }),
  ...(bytes !== undefined && { path_base64: bytes }),
});

/** A path of an answer. */
export const placeOf = (
  ref: string | undefined,
  { path, path_base64: bytes }: { readonly path: string; readonly path_base64?: string },
): Place => (bytes === undefined ? { ref, path } : { ref, bytes });

/** A name for people: one that is no UTF-8 shows each of its bytes as a character. */
export const shownName = (name: string, bytes: string | undefined): string => (bytes === undefined ? name : nameOfBytes(bytes));

/** The folders that lead to a place, outermost first. */
export const foldersOf = (path: string): readonly { readonly name: string; readonly path: string }[] => {
  const names = path === '' ? [] : path.split('/');
  return names.map((name, at) => ({ name, path: names.slice(0, at + 1).join('/') }));
};
