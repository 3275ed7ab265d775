export interface HeardWarnings {
  readonly warnings: readonly Error[];
  /** From now on they are told as before. */
  stop(): void;
}

/** Hears the warnings of this process in place of all others, so that those which a test expects do not stand in its output. */
export const hearWarnings = (): HeardWarnings => {
  const others = process.listeners('warning');
  const warnings: Error[] = [];
  process.removeAllListeners('warning').on('warning', (warning) => warnings.push(warning));
  return {
    warnings,
    stop: () => {
      process.removeAllListeners('warning');
      for (const other of others) process.on('warning', other);
    },
  };
};
