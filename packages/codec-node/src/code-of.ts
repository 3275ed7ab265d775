import { isNativeError } from 'node:util/types';

/** The code of an error of the system, which is of another realm where this code has one of its own, as under Jest; anything else is thrown on. */
export const codeOf = (fault: unknown): string => {
  if (isNativeError(fault) && 'code' in fault && typeof fault.code === 'string') return fault.code;
  throw fault;
};
