import { err, ok } from 'neverthrow';
import { hkdfSync } from 'node:crypto';
import type { Database } from './adapters/open-database.js';
import type { EncryptionKey } from './config/encryption-keys.js';
import { madeKeyId } from './keys.js';
import { StartProblem } from './start-problem.js';

const FINGERPRINT_BYTES = 16;
const FOR_EVER = Number.MAX_SAFE_INTEGER;
/** Held where the database knows any key. */
const ANY_KEY = 'encryption-keys';
const ALL_SERVERS = 'all servers';

type KeyBook = Pick<Database, 'unitOfWork' | 'clock'>;

const noAnswer = (): StartProblem => new StartProblem('the database does not answer');

const leaseOf = (keyId: string): string => `encryption-key/${keyId}`;

/**
 * Whether a server has claimed keys there, which it cannot do without. Servers that came before `ANY_KEY` have claimed ids alone: it is asked for the one
 * under which a key would be made here.
 */
export const knowsKeys = async ({ unitOfWork, clock }: KeyBook): Promise<boolean> => {
  const isFree = await unitOfWork.transact(async ({ leases }) => {
    const now = clock.now();
    return ok((await leases.holdFree(leaseOf(madeKeyId), now)) && (await leases.holdFree(ANY_KEY, now)));
  });
  if (isFree.isErr()) throw noAnswer();
  return !isFree.value;
};

/** Tells two keys apart and nothing about either. */
const fingerprintOf = ({ secret }: EncryptionKey): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'svc key fingerprint', FINGERPRINT_BYTES)).toString('hex');

/**
 * Holds each key's id in the database for this key alone. A server with another secret under the same id, such as one that has made a key of its own on another
 * machine, could not read what the others have sealed and signed: it does not start.
 */
export const claimKeys = async ({ unitOfWork, clock }: KeyBook, keys: readonly EncryptionKey[]): Promise<void> => {
  const claimed = await unitOfWork.transact(async ({ leases }) => {
    for (const key of keys) {
      const lease = await leases.claim(leaseOf(key.id), fingerprintOf(key), clock.now(), FOR_EVER);
      if (lease === undefined) return err({ kind: 'other_key', id: key.id } as const);
    }
    await leases.claim(ANY_KEY, ALL_SERVERS, clock.now(), FOR_EVER);
    return ok(undefined);
  });
  if (claimed.isOk()) return;
  if (claimed.error.kind === 'unavailable') throw noAnswer();
  const { id } = claimed.error;
  throw new StartProblem(
    `ENCRYPTION_KEYS must be those of all servers on this database, which knows another key under the id ${id}; where that one is lost, give the new one another id`,
  );
};
