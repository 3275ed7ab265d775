/** A pipe whose reader has left, and a terminal that was closed. */
const isWithoutReader = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

/** A reader of the output may leave, as `head` does: from then on it says nothing, and goes on. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      if (!isWithoutReader(fault)) throw fault;
    });
  }
};
