import type { LinkKey } from '@svc/core';
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type EncryptionKey, encryptionKeys } from './config/encryption-keys.js';
import { syncDirectory } from './data-dir.js';
import { StartProblem } from './start-problem.js';

const FILE_NAME = 'encryption-keys';
const KEY_BYTES = 32;
/** The id of the key that is made. */
export const madeKeyId = 'k1';

type Link = (from: string, to: string) => void;

/** What systems say of a file that can get no second name. */
const linkRefusals: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * The keys that the server keeps in its data directory, in the form of `ENCRYPTION_KEYS`; made at the first call. Of processes that start
 * at the same time one makes the file and all read it.
 */
export const keptKeys = (dataDir: string, link: Link = linkSync): readonly EncryptionKey[] => {
  const path = join(dataDir, FILE_NAME);
  if (!existsSync(path)) makeKeyFile(path, link);
  // Also where another process has made it, which may have been killed before it could.
  syncDirectory(dirname(path));
  return keysIn(path);
};

/** The same where the database knows keys already: others could not read what those have sealed, so none are made. */
export const demandKeptKeys = (dataDir: string): readonly EncryptionKey[] => {
  const path = join(dataDir, FILE_NAME);
  if (existsSync(path)) return keysIn(path);
  throw new StartProblem(
    `${path} is missing, and the database knows the keys of its servers: bring it back, or set ENCRYPTION_KEYS as on all servers; where those keys are lost, to a new one under another id`,
  );
};

const keysIn = (path: string): readonly EncryptionKey[] => {
  const parsed = encryptionKeys.safeParse(readFileSync(path, 'utf8').trim());
  if (!parsed.success) throw new StartProblem(`${path} ${parsed.error.issues[0]?.message ?? 'cannot be read'}`);
  return parsed.data;
};

const makeKeyFile = (path: string, link: Link): void => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, `${madeKeyId}:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Unlike a rename, a link never replaces the keys of somebody who was faster.
    link(draft, path);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? fault.code : undefined;
    if (linkRefusals.has(code)) {
      throw new StartProblem(`DATA_DIR cannot be used: ${dirname(path)} lies on a file system without hard links`);
    }
    if (code !== 'EEXIST') throw fault;
  } finally {
    rmSync(draft, { force: true });
  }
};

/** One key signs links and another encrypts: what is learnt of the one says nothing about the other (RFC 5869, section 3.2). */
const derived = (keys: readonly EncryptionKey[], purpose: string): readonly EncryptionKey[] =>
  keys.map(({ id, secret }) => ({ id, secret: new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)) }));

export const linkKeysFrom = (keys: readonly EncryptionKey[]): readonly LinkKey[] => derived(keys, 'svc link signing');

/** For the secrets of customers' buckets. */
export const boxKeysFrom = (keys: readonly EncryptionKey[]): readonly EncryptionKey[] => derived(keys, 'svc secret box');
