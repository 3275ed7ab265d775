/** What a list asks for: at most `limit` items, those after `cursor` (an opaque string that an earlier page returned). */
export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What a list answers; `nextCursor` is absent on the last page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | undefined;
}

export const maxPageLimit = 100;
export const defaultPageLimit = 50;
