import { z } from 'zod';

const KEY_BYTES = 32;

export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

const form = `must be a list of id:base64 of ${KEY_BYTES} bytes, separated by commas, with ids of letters, digits, - and _ that differ`;

/** `ENCRYPTION_KEYS`: the first key is the current one, the others still open what they closed. Problems never quote the keys. */
export const encryptionKeys = z.string().transform((text, context): readonly EncryptionKey[] => {
  const keys = text.split(',').map((entry) => parseKey(entry.trim()));
  const known = keys.filter((key) => key !== undefined);
  if (known.length === keys.length && new Set(known.map(({ id }) => id)).size === keys.length) return known;
  context.issues.push({ code: 'custom', input: undefined, message: form });
  return z.NEVER;
});

const parseKey = (entry: string): EncryptionKey | undefined => {
  const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+={0,2})$/.exec(entry) ?? [];
  if (id === undefined || encoded === undefined) return undefined;
  const secret = Buffer.from(encoded, 'base64');
  return secret.length === KEY_BYTES ? { id, secret } : undefined;
};
