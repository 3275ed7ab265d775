import { isNativeError } from 'node:util/types';

const abortCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ABORT_ERR',
]);

/** Whether a stream ended because its reader or sender went away: that is their right, and no fault of the service. */
export const isClientAbort = (error: unknown): boolean => {
  // Node's errors are of another realm where this code has one of its own, as under Jest.
  if (!isNativeError(error)) return false;
  if (error.message === 'aborted') return true;
  const code = 'code' in error ? error.code : undefined;
  // HPE_*: what came over the connection was not HTTP to its end.
  return typeof code === 'string' && (abortCodes.has(code) || code.startsWith('HPE_'));
};
