/** Memory that parts of bodies are gathered in, all of one length. */
export interface PartMemory {
  /** What was given back before, or new memory. What stands in it is anybody's. */
  take(): Buffer;
  /** Only memory that nobody reads any more: what of it is still on its way somewhere would arrive as something else. */
  giveBack(memory: Buffer): void;
}

/** What two large bodies at once use, about. */
const keptBuffers = 3;

/** Memory that is new for each part costs as much as the hashing of it, and stays until V8 looks for garbage. */
export const createPartMemory = (partBytes: number): PartMemory => {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(partBytes),
    giveBack: (memory) => {
      if (free.length < keptBuffers) free.push(memory);
    },
  };
};
