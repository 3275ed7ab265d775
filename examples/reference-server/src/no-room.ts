import { constants } from 'node:os';

const noRoom: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Of a used-up quota Node knows the number alone. */
const overQuota = -constants.errno.EDQUOT;

/** The system's name of a fault where a file may grow no more, such as `ENOSPC`; undefined for every other one. */
export const noRoomOf = (fault: unknown): string | undefined => {
  if (!(fault instanceof Error) || !('code' in fault)) return undefined;
  if ('errno' in fault && fault.errno === overQuota) return 'EDQUOT';
  return typeof fault.code === 'string' && noRoom.has(fault.code) ? fault.code : undefined;
};
