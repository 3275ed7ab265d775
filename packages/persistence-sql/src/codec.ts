import { isTokenScope, type Oid, type TokenScope, trusted } from '@svc/core';

/** 64 hex digits as 32 bytes. */
export const hashToBinary = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

export const hashFromBinary = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

export const oidFromBinary = (bytes: Uint8Array): Oid => trusted<Oid>(hashFromBinary(bytes));

export const scopesToText = (scopes: readonly TokenScope[]): string => scopes.join(' ');

export const scopesFromText = (text: string): TokenScope[] => text.split(' ').filter((scope) => isTokenScope(scope));
