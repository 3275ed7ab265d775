import type { DescribedObject } from './object-describer.js';
import { createTreeBodies } from './tree-bodies.js';

/** Describes objects as pointers, whether the service has them so or not: what it refuses of them only looks like one. */
export const checkPointers =
  (tell: (body: string) => Promise<void>) =>
  async (pointers: readonly DescribedObject[]): Promise<void> => {
    const bodies = createTreeBodies();
    for (const body of bodies.add({ objects: pointers, parts: [], renames: new Map() })) await tell(body);
    const last = bodies.end();
    if (last !== undefined) await tell(last);
  };
