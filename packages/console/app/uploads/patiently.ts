const mostTries = 4;
const firstPauseMs = 1000;

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

interface Trying {
  readonly signal: AbortSignal;
  /** Whether what a try has failed with may be over at the next one. */
  readonly mayPass: (fault: unknown) => boolean;
  /** Waits for so many milliseconds. */
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * Tries again what may pass, with longer and longer pauses, until the signal ends it. A try that says that it has come further begins the count anew: of a
 * large file a few parts in a thousand may fail, all in their own time.
 */
export const patiently = async (
  { signal, mayPass, pause = sleep }: Trying,
  act: (onFurther: () => void) => Promise<void>,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await act(() => (tries = 1));
      return;
    } catch (fault) {
      if (signal.aborted || tries >= mostTries || !mayPass(fault)) throw fault;
      await pause(firstPauseMs * 2 ** (tries - 1));
    }
  }
};
