/** Stderr, which takes what people read beside the output. */
export interface StandardError {
  readonly write: (text: string) => void;
  /** Resolves when all that was written has been taken, or nobody takes it any more. */
  written(): Promise<void>;
}

export const createStandardError = (stream: NodeJS.WritableStream): StandardError => {
  // A transfer is worth more than its notes, which nobody reads any more or which a full disk takes no more of.
  stream.on('error', () => undefined);
  let last = Promise.resolve();
  return {
    write: (text) => {
      last = new Promise((resolve) => {
        stream.write(text, () => resolve());
      });
    },
    written: () => last,
  };
};
