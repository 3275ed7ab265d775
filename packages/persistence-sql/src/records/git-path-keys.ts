import { type Expression, type RawBuilder, sql } from 'kysely';
import type { SqlDialect } from '../sql-dialect.js';

type PathBytes = Expression<Uint8Array>;

/** By what a path of a rename is found, and is there once. */
export const foundBy = ({ pathKey }: SqlDialect, path: PathBytes): PathBytes => pathKey?.hash(path) ?? path;

/** What the key of a table ends with that keeps places in the order of their paths: expressions with commas between them. */
export const endOfKey = ({ pathKey }: SqlDialect, path: PathBytes): RawBuilder<unknown> =>
  sql.join(pathKey === undefined ? [path] : [pathKey.prefix(path), pathKey.hash(path)]);

/** What such places are put in the order of all bytes of their paths by, with the help of that key: expressions with commas between them. */
export const orderOf = ({ pathKey }: SqlDialect, path: PathBytes): RawBuilder<unknown> =>
  sql.join(pathKey === undefined ? [path] : [pathKey.prefix(path), path]);
