/** A file is read from the disk as it is sent: it may have changed since it was chosen, or have gone. */
export class FileUnread extends Error {
  override readonly name = 'FileUnread';
  constructor() {
    super('The file could not be read. It may have changed since it was chosen: choose it again.');
  }
}

/** Whether the browser still reads it: of one that has changed or gone it tells a request no more than that the connection broke. */
export const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
