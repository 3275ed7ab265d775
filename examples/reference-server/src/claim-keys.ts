import { err, ok } from 'neverthrow';
import { hkdfSync } from 'node:crypto';
import type { Database } from './adapters/open-database.js';
import type { EncryptionKey } from './config/encryption-keys.js';
import { StartProblem } from './start-problem.js';

const FINGERPRINT_BYTES = 16;
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/** Tells two keys apart and nothing about either. */
const fingerprintOf = ({ secret }: EncryptionKey): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'svc key fingerprint', FINGERPRINT_BYTES)).toString('hex');

/**
 * Holds each key's id in the database for this key alone. A server with another secret under the same id, such as one that has made a key of its own on another
 * machine, could not read what the others have sealed and signed: it does not start.
 */
export const claimKeys = async (
  { unitOfWork, clock }: Pick<Database, 'unitOfWork' | 'clock'>,
  keys: readonly EncryptionKey[],
): Promise<void> => {
  const claimed = await unitOfWork.transact(async ({ leases }) => {
    for (const key of keys) {
      const lease = await leases.claim(`encryption-key/${key.id}`, fingerprintOf(key), clock.now(), FOR_EVER);
      if (lease === undefined) return err({ kind: 'other_key', id: key.id } as const);
    }
    return ok(undefined);
  });
  if (claimed.isOk()) return;
  if (claimed.error.kind === 'unavailable') throw new StartProblem('the database does not answer');
  const { id } = claimed.error;
  throw new StartProblem(
    `ENCRYPTION_KEYS must be those of all servers on this database, which knows another key under the id ${id}; where that one is lost, give the new one another id`,
  );
};
