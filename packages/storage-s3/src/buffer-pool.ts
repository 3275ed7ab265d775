/** Buffers that parts of bodies are gathered in, all of one length. */
export interface BufferPool {
  /** One that was released before, or a new one. What stands in it is anybody's. */
  take(): Buffer;
  /** Only what nobody reads any more: bytes that are still on their way somewhere would arrive as others. */
  release(buffer: Buffer): void;
}

/** What two large bodies at once use, about. */
const keptBuffers = 3;

/** New memory for each part would cost as much as hashing it, and stay until V8 looks for garbage. */
export const createBufferPool = (bufferBytes: number): BufferPool => {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
    release: (buffer) => {
      if (free.length < keptBuffers) free.push(buffer);
    },
  };
};
