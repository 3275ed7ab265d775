import type { Logger } from 'pino';

/** Which bucket is meant, where there are several; nothing of it is secret. */
export interface WarnedPlace {
  readonly endpoint?: string | undefined;
  readonly bucket?: string;
  readonly prefix?: string;
}

interface UnavailableReason {
  readonly code: string | undefined;
  readonly message: string;
}

/** Why requests were answered 503. */
export const warnOfOutage =
  (log: Pick<Logger, 'warn'>, place: WarnedPlace = {}) =>
  ({ code, message }: UnavailableReason): void =>
    log.warn({ ...place, code, reason: message }, 'the storage is unavailable');

/** That a bucket has another time than the service, which signs its URLs by that one. */
export const warnOfClocks =
  (log: Pick<Logger, 'info' | 'warn'>, place: WarnedPlace = {}) =>
  (aheadSeconds: number): void =>
    aheadSeconds === 0
      ? log.info(place, 'the clocks of service and bucket agree again')
      : log.warn({ ...place, aheadSeconds }, 'the clocks of service and bucket differ');
