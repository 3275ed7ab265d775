/** A file of Git, and under which oid the service has its bytes. */
export interface FileContent {
  readonly id: string;
  readonly oid: string;
  readonly sizeBytes: number;
}

/** The service reads what is named, and takes no more with one request. */
const contentLimits = { contents: 1000, bytes: 32 * 1024 * 1024 };

/** Bodies that tell of contents, as few as may be. */
export const contentBodies = (contents: readonly FileContent[], limits = contentLimits): readonly string[] => {
  const bodies: string[] = [];
  let pieces: Pick<FileContent, 'id' | 'oid'>[] = [];
  let bytes = 0;
  const end = (): void => {
    if (pieces.length > 0) bodies.push(JSON.stringify({ contents: pieces }));
    pieces = [];
    bytes = 0;
  };
  for (const { id, oid, sizeBytes } of contents) {
    if (pieces.length === limits.contents || bytes + sizeBytes > limits.bytes) end();
    pieces.push({ id, oid });
    bytes += sizeBytes;
  }
  end();
  return bodies;
};
