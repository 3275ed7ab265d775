/** Memory of its own that nobody has written zeros to: for bytes that are all about to be set. */
export const newBytes = (sizeBytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.allocUnsafeSlow(sizeBytes).buffer);
