import { isOid, type Oid } from '@svc/core';
import { isByteCount } from '@svc/core/model';
import { err, ok, type Result } from 'neverthrow';
import { type ApiError, malformedAnswer } from './api-error.js';

/** A reader of one kind of value: undefined when the value is not of it. */
export type Reader<T> = (value: unknown) => T | undefined;

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

export const fields: Reader<Fields> = (value) => (isFields(value) ? value : undefined);
export const text: Reader<string> = (value) => (typeof value === 'string' ? value : undefined);
export const count: Reader<number> = (value) => (typeof value === 'number' && isByteCount(value) ? value : undefined);
export const oid: Reader<Oid> = (value) => (typeof value === 'string' && isOid(value) ? value : undefined);

export const list =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const items: T[] = [];
    for (const item of value) {
      const one = read(item);
      if (one === undefined) return undefined;
      items.push(one);
    }
    return items;
  };

/** The value that a body holds, or that it holds none. */
export const expect = <T>(what: string, read: Reader<T>, body: unknown): Result<T, ApiError> => {
  const value = read(body);
  return value === undefined ? err(malformedAnswer(what)) : ok(value);
};
