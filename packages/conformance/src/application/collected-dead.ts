import type { TreePath } from '@svc/core/model';
import { packEntryBytes, packFooterBytes, packHeaderBytes } from '@svc/core/packs';
import { expect } from 'chai';
import { type Collected, keyOf, readPlaces } from './collected-model.js';
import { valueOf } from './history-objects.js';

/** Of packs that live objects need few bytes are of chunks that none of them has. */
export const demandFewDead = async (history: Collected): Promise<void> => {
  const live = new Map<TreePath, Map<number, number>>();
  for (const oid of history.live) {
    for (const { path, offset, storedBytes } of await readPlaces(history, oid)) {
      const places = live.get(path) ?? new Map<number, number>();
      places.set(offset, storedBytes + packEntryBytes);
      live.set(path, places);
    }
  }
  let packBytes = 0;
  let deadBytes = 0;
  for (const [path, places] of live) {
    const { sizeBytes } = valueOf(await history.blobs.head(keyOf(history, path)));
    packBytes += sizeBytes;
    deadBytes += sizeBytes - packHeaderBytes - packFooterBytes;
    for (const bytes of places.values()) deadBytes -= bytes;
  }
  expect(deadBytes, `dead of ${packBytes} bytes`).to.be.at.most(packBytes / 20);
};
