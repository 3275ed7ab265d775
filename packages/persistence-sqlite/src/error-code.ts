/** Of whichever realm, and also the driver's, which are none that Node calls native. */
const isError = (fault: unknown): fault is Error =>
  typeof fault === 'object' && fault !== null && 'message' in fault && typeof fault.message === 'string';

/**
 * The name that Node or the driver has for a fault, such as `ENOENT` or `SQLITE_BUSY`; undefined for errors of any other kind. `instanceof` does not know
 * them where this code runs in a realm of its own, as under Jest: there the driver makes the errors of the copy of itself that was loaded first.
 */
export const codeOf = (fault: unknown): string | undefined =>
  isError(fault) && 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;

/** What it says; of what is no error, the text that it is. */
export const messageOf = (fault: unknown): string => (isError(fault) ? fault.message : String(fault));
