/** Notices that nothing moves on a connection. */
export interface SilenceWatch {
  /** Something has moved: from now on the next thing may take so long, in milliseconds. */
  allow(ms: number): void;
  /** Nobody waits for anything. */
  rest(): void;
}

/** `onSilence` is called when what was allowed is over, with how long that was. */
export const createSilenceWatch = (onSilence: (silentMs: number) => void): SilenceWatch => {
  let timer: NodeJS.Timeout | undefined;
  const rest = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    rest,
    allow: (ms) => {
      rest();
      const mine = setTimeout(() => {
        // What came while this thread was busy, or the machine asleep, is read before this is called.
        setImmediate(() => {
          if (timer === mine) onSilence(ms);
        });
      }, ms);
      timer = mine;
    },
  };
};
