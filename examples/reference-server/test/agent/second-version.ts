import { bytesNamed } from '../client/test-object.js';

const BLOCK_BYTES = 4096;
const INSERTED_BYTES = 1_000_000;

/** Another version as large models change: new bytes in front, and one block in a hundred replaced, in runs of 64 as a layer's are. */
export const secondVersion = (first: Buffer): Buffer => {
  const second = Buffer.from(first);
  const run = 64 * BLOCK_BYTES;
  for (let at = 0; at + run <= second.length; at += 100 * run) second.set(bytesNamed(`changed at ${at}`, run), at);
  return Buffer.concat([bytesNamed('in front', INSERTED_BYTES), second]);
};
