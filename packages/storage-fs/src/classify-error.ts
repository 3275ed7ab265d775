import { BlobUnreadable, outage, unavailable, type Unavailable } from '@svc/core/model';
import { err, ResultAsync, type Result } from 'neverthrow';
import { constants } from 'node:os';
import { isNativeError } from 'node:util/types';
import { DirectoryNotDurable } from './storage-outages.js';

/** Linux's number for metadata that do not fit each other, of which Node has not even the number. */
const structureNeedsCleaning = 117;

/** What Node calls `Unknown system error` and tells by its number alone. */
const namesOfUnknown: ReadonlyMap<unknown, string> = new Map([
  [-constants.errno.EDQUOT, 'EDQUOT'],
  [-constants.errno.ESTALE, 'ESTALE'],
  [-constants.errno.EBADMSG, 'EBADMSG'],
  [-structureNeedsCleaning, 'EUCLEAN'],
]);

/**
 * The name of a system fault, such as `ENOENT`; undefined for errors of any other kind. `instanceof` does not know Node's errors where this code runs in
 * a realm of its own, as under Jest.
 */
export const codeOf = (fault: unknown): string | undefined => {
  if (!isNativeError(fault) || !('code' in fault) || typeof fault.code !== 'string') return undefined;
  return ('errno' in fault ? namesOfUnknown.get(fault.errno) : undefined) ?? fault.code;
};

/** Neither the path nor anything below it is there. */
export const isMissing = (fault: unknown): boolean => {
  const code = codeOf(fault);
  return code === 'ENOENT' || code === 'ENOTDIR';
};

/**
 * Faults of the disk or of the machine that pass or can be repaired: full, over quota, above the size that a file may have, failing, with damaged metadata,
 * without the program or the machine that serves it, out of files, read-only, or not for this process's user.
 */
const storageFaults: ReadonlySet<string | undefined> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EBADMSG',
  'EUCLEAN',
  'ENOTCONN',
  'ECONNABORTED',
  'EHOSTDOWN',
  'ETIMEDOUT',
  'ESTALE',
  'EMFILE',
  'ENFILE',
  'EROFS',
  'EACCES',
  'EPERM',
]);

/** There is no room for it: on the disk, or in what its user may have. */
export const isNoRoom = (fault: unknown): boolean => {
  const code = codeOf(fault);
  return code === 'ENOSPC' || code === 'EDQUOT';
};

/** As the systems say it: of the file system, of this file, or of one that has as many names as it may. */
const linkRefusals: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A file gets no second name here, whatever is tried. */
export const isLinkRefused = (fault: unknown): boolean => linkRefusals.has(codeOf(fault));

const outageOf = (fault: unknown): Unavailable => {
  if (isNoRoom(fault)) return outage('storage', 'storage_full');
  return fault instanceof DirectoryNotDurable ? outage('storage', 'storage_damaged') : unavailable('storage');
};

const isStorageFault = (fault: unknown): boolean => storageFaults.has(codeOf(fault));

/** Why an answer was `unavailable`, for the log. */
export interface UnavailableReason {
  /** The system's name of the fault, such as `ENOSPC`. */
  readonly code: string | undefined;
  /** Without the path: clients have chosen parts of it. */
  readonly message: string;
}

export type OnUnavailable = (reason: UnavailableReason) => void;

const reasonOf = (fault: unknown): UnavailableReason => ({
  code: codeOf(fault),
  message: isNativeError(fault) ? fault.message.replace(/ '.*$/s, '') : String(fault),
});

/** What is thrown out of a body for what a read has met; a storage fault is told to `onUnavailable`. */
export const readFaultOf = (fault: unknown, onUnavailable?: OnUnavailable): unknown => {
  if (!isStorageFault(fault)) return fault;
  onUnavailable?.(reasonOf(fault));
  return new BlobUnreadable(outageOf(fault), fault);
};

/**
 * Turns the storage faults that `act` throws into `unavailable`, and tells `onUnavailable` of each; whatever else it throws is a bug or an attack, and
 * thrown on.
 */
export const orUnavailable = <T, E>(
  act: () => Promise<Result<T, E>>,
  onUnavailable?: OnUnavailable,
): ResultAsync<T, E | Unavailable> => new ResultAsync<T, E | Unavailable>(classified(act, onUnavailable));

const classified = async <T, E>(
  act: () => Promise<Result<T, E>>,
  onUnavailable: OnUnavailable | undefined,
): Promise<Result<T, E | Unavailable>> => {
  try {
    return await act();
  } catch (fault) {
    if (!isStorageFault(fault)) throw fault;
    onUnavailable?.(reasonOf(fault));
    return err(outageOf(fault));
  }
};
