import { createBlake3 } from '../blake3/create-blake3.js';
import { createChunkCoder } from '../chunk-coder.js';
import { createZstd } from '../zstd/create-zstd.js';
import type { JobTools } from './do-job.js';
import type { ToolSettings } from './jobs.js';

/** What a thread needs before its first job. */
export const makeTools = async (settings: ToolSettings): Promise<JobTools> => {
  const [zstd, blake3] = await Promise.all([createZstd(settings.zstd), createBlake3(settings.blake3)]);
  return { coder: createChunkCoder(zstd), blake3, cutters: new Map(), assemblers: new Map() };
};
