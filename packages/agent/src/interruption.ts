import type { Signals } from './surroundings.js';

/** The end that a person or the system asks for. */
export interface Interruption {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP, and by `abort`. */
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** As SIGINT does it: of a terminal that hands Ctrl-C to who reads it. */
  readonly endByPerson: () => void;
  /** What a shell expects of a program that a signal has ended; undefined as long as none has come. */
  readonly exitCode: number | undefined;
  /** Whether it was SIGINT: somebody has pressed Ctrl-C. */
  readonly isByPerson: boolean;
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** `timeout` signals the program and then its group, so one end may come as several signals. */
const sameEndMs = 1000;

/** What is under way removes its half-written files before the program ends; who signals again does not want to wait for that. */
export const createInterruption = (
  signals: Signals,
  endNow: (exitCode: number) => void,
  now: () => number = () => performance.now(),
): Interruption => {
  const controller = new AbortController();
  let exitCode: number | undefined;
  let endsSince = 0;
  const interrupt = (code: number): void => {
    if (exitCode === undefined) endsSince = now();
    else if (now() - endsSince >= sameEndMs) endNow(code);
    exitCode ??= code;
    controller.abort();
  };
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) signals.on(name, () => interrupt(exitCodes[name]));
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    endByPerson: () => interrupt(exitCodes.SIGINT),
    get exitCode() {
      return exitCode;
    },
    get isByPerson() {
      return exitCode === exitCodes.SIGINT;
    },
  };
};
