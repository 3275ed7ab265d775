import { randomBytes } from 'node:crypto';
import type { AccessKey } from './options.js';

/** A key that AssumeRole has made: worth something only together with its token, and for a while. */
export interface SessionKey extends AccessKey {
  readonly sessionToken: string;
  readonly expiresAt: number;
  /** The key with which it was asked for. */
  readonly parentId: string;
}

/** The keys with which requests may be signed. */
export interface AccessKeys {
  find(accessKeyId: string): AccessKey | SessionKey | undefined;
  add(): AccessKey;
  addSession(parentId: string, expiresAt: number): SessionKey;
  revoke(accessKeyId: string): void;
}

export const isSessionKey = (key: AccessKey | SessionKey): key is SessionKey => 'sessionToken' in key;

const newId = (prefix: string): string => `${prefix}${randomBytes(8).toString('hex').toUpperCase()}`;
const newSecret = (): string => randomBytes(30).toString('base64');

export const accessKeys = (): AccessKeys => {
  const keys = new Map<string, AccessKey | SessionKey>();
  const added = <Key extends AccessKey>(key: Key): Key => {
    keys.set(key.accessKeyId, key);
    return key;
  };
  return {
    find: (accessKeyId) => keys.get(accessKeyId),
    add: () => added({ accessKeyId: newId('AKIA'), secretAccessKey: newSecret() }),
    addSession: (parentId, expiresAt) =>
      added({
        accessKeyId: newId('ASIA'),
        secretAccessKey: newSecret(),
        sessionToken: randomBytes(96).toString('base64'),
        expiresAt,
        parentId,
      }),
    revoke: (accessKeyId) => {
      keys.delete(accessKeyId);
      for (const key of keys.values()) if (isSessionKey(key) && key.parentId === accessKeyId) keys.delete(key.accessKeyId);
    },
  };
};
