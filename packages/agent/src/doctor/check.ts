/** `warning`: works, but not as well as it could. `skipped`: could not be looked at, because something before it has failed. */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

export interface CheckResult {
  readonly check: string;
  readonly status: CheckStatus;
  /** A sentence, with what to do where something has to be done. */
  readonly message: string;
}

export const passed = (check: string, message: string): CheckResult => ({ check, status: 'ok', message });
export const warned = (check: string, message: string): CheckResult => ({ check, status: 'warning', message });
export const failed = (check: string, message: string): CheckResult => ({ check, status: 'failed', message });
export const skipped = (check: string, because: string): CheckResult => ({ check, status: 'skipped', message: because });
