/** The end that a person or the system asks for. */
export interface Interruption {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP, and by `abort`. */
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** What a shell expects of a program that a signal has ended; undefined as long as none has come. */
  readonly exitCode: number | undefined;
  /** Whether it was SIGINT: somebody has pressed Ctrl-C. */
  readonly isByPerson: boolean;
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** What is under way removes its half-written files before the program ends; who signals again does not want to wait for that. */
export const createInterruption = (
  signals: { readonly on: (name: 'SIGHUP' | 'SIGINT' | 'SIGTERM', listener: () => void) => unknown },
  endNow: (exitCode: number) => void = (exitCode) => process.exit(exitCode),
): Interruption => {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const interrupt = (code: number): void => {
    if (exitCode !== undefined) endNow(code);
    exitCode = code;
    controller.abort();
  };
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) signals.on(name, () => interrupt(exitCodes[name]));
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    get exitCode() {
      return exitCode;
    },
    get isByPerson() {
      return exitCode === exitCodes.SIGINT;
    },
  };
};
