/**
 * What a list asks for: at most `limit` items, those after `cursor`, an opaque string that an earlier page returned. A client may send any other text, too, which
 * has a place somewhere in the list.
 */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What a list answers; `nextCursor` is absent on the last page. Of items that are equal in the order of the list the one whose id, oid or name is lower comes first. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | undefined;
}

export const maxPageLimit = 100;
export const defaultPageLimit = 50;
