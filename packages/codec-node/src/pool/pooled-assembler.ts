import type { Assembled, ChunkBatch, Unwritten } from '../assembler.js';
import { expectAnswer } from './expect-answer.js';
import type { Threads } from './threads.js';

/** An `Assembler` on a thread of the pool. */
export interface PooledAssembler {
  /** Batches are added in the order of the calls. Their memory must not change until the answer is there. */
  add(batch: ChunkBatch): Promise<Assembled | Unwritten>;
  /** The SHA-256 of all that was added. Resolves behind all that was asked for: then nothing is written any more. */
  close(): Promise<string>;
}

export const openPooledAssembler = async (thread: Pick<Threads, 'run'>, assembler: number): Promise<PooledAssembler> => {
  await thread.run({ kind: 'open_assembler', assembler });
  return {
    add: async (batch) => expectAnswer(await thread.run({ kind: 'assemble', assembler, batch }), 'assemble').assembled,
    close: async () => expectAnswer(await thread.run({ kind: 'close_assembler', assembler }), 'close_assembler').sha256,
  };
};
