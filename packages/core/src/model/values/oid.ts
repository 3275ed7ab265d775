import type { Brand } from './brand.js';

/** The SHA-256 of an object's bytes in 64 lower-case hex digits (spec 1). */
export type Oid = Brand<string, 'Oid'>;

export const oidPattern = /^[0-9a-f]{64}$/;

export const isOid = (text: string): text is Oid => oidPattern.test(text);
