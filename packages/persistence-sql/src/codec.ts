import type { Oid } from '@svc/core';
import { invariant, isTokenScope, type TokenScope, trusted } from '@svc/core/model';

/** 64 hex digits as 32 bytes. */
export const hashToBinary = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

export const hashFromBinary = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

export const oidFromBinary = (bytes: Uint8Array): Oid => trusted<Oid>(hashFromBinary(bytes));

export const scopesToText = (scopes: readonly TokenScope[]): string => scopes.join(' ');

export const scopesFromText = (text: string): TokenScope[] => text.split(' ').filter((scope) => isTokenScope(scope));

/** The facts of an event or a notification out of their JSON. */
export const dataFromText = (text: string): Readonly<Record<string, string | number>> => {
  const data: unknown = JSON.parse(text);
  invariant(typeof data === 'object' && data !== null, 'facts are kept as an object');
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [name, typeof value === 'number' ? value : String(value)]),
  );
};
