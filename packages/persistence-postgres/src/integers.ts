import pg from 'pg';

const parseInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`PostgreSQL holds ${text}, which no number holds exactly`);
  return value;
};

/** The driver leaves a `bigint` a text; in what this makes, which is for one pool and not for the whole process, it is a number. */
export const createTypeParsers = (): pg.TypeOverrides => {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(pg.types.builtins.INT8, parseInteger);
  return parsers;
};
