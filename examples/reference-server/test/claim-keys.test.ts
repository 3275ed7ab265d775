import { createFixedClock, createMemoryUnitOfWork } from '@svc/core/memory';
import { expect } from 'chai';
import { ok } from 'neverthrow';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimKeys, knowsKeys } from '../src/claim-keys.js';
import { keptKeys } from '../src/keys.js';

describe('knowsKeys', () => {
  const emptyDatabase = () => ({ unitOfWork: createMemoryUnitOfWork(), clock: createFixedClock() });

  it('is true once a server has claimed its keys, whatever their ids are', async () => {
    const database = emptyDatabase();
    expect(await knowsKeys(database)).to.equal(false);
    await claimKeys(database, [{ id: 'mine', secret: Buffer.alloc(32, 7) }]);
    expect(await knowsKeys(database)).to.equal(true);
  });

  it('is true also where only the id of a key that was made is claimed, as by earlier servers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-keys-'));
    try {
      const database = emptyDatabase();
      await claimKeys(database, keptKeys(folder));
      const released = await database.unitOfWork.transact(async ({ leases }) => {
        await leases.release('encryption-keys', 'all servers');
        return ok(undefined);
      });
      expect(released.isOk()).to.equal(true);
      expect(await knowsKeys(database)).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
