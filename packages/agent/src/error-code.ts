import { constants } from 'node:os';

/** What Node has only numbers for: a used-up quota, a file that a server of files has forgotten, and metadata that are damaged. */
const names: ReadonlyMap<string, string> = new Map(
  [
    ['EDQUOT', constants.errno.EDQUOT] as const,
    ['ESTALE', constants.errno.ESTALE] as const,
    ['EBADMSG', constants.errno.EBADMSG] as const,
    // Linux's, which Node does not list.
    ['EUCLEAN', 117] as const,
  ].map(([name, errno]) => [`Unknown system error -${errno}`, name]),
);

/** The system's name for a failure that Node gives this code. */
export const systemName = (code: string): string => names.get(code) ?? code;

/** The system's name for a failure, such as ENOENT. */
export const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? systemName(fault.code) : 'unknown';
