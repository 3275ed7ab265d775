import { hooksOf } from '../../../formats/packs/index.js';
import type { ChunkLocation } from '../../../model/chunk-tree/chunk-location.js';
import type { Hook } from '../../../model/chunk-tree/hook.js';
import type { ChunkName, MapName } from '../../../model/values/index.js';

/** Takes verified maps, and writes their hooks down, so many at a time. */
export interface HookWriter {
  add(map: MapName, chunks: readonly ChunkLocation[]): Promise<void>;
  finish(): Promise<void>;
}

const hooksAtOnce = 1000;

export const createHookWriter = (write: (hooks: readonly Hook[]) => Promise<void>): HookWriter => {
  let waiting = new Map<ChunkName, MapName>();
  const finish = async (): Promise<void> => {
    const hooks = [...waiting].map(([name, map]) => ({ name, map }));
    waiting = new Map();
    if (hooks.length > 0) await write(hooks);
  };
  return {
    add: async (map, chunks) => {
      for (const name of hooksOf(chunks)) waiting.set(name, map);
      if (waiting.size >= hooksAtOnce) await finish();
    },
    finish,
  };
};
