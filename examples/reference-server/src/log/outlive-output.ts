const outlived: ReadonlySet<string | undefined> = new Set([
  // A pipe whose reader has left, and a terminal that was closed: from then on it says nothing.
  'EPIPE',
  'EIO',
  // A file that may grow no more: what is written meanwhile is lost, and what comes when there is room again is written.
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
]);

/** What the output leads to may take no more, as a reader that leaves, or a disk that is full: the process goes on. */
export const outliveOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      if (!outlived.has(fault.code)) throw fault;
    });
  }
};
