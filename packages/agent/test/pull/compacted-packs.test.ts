import type { Oid } from '@svc/core';
import { type ObjectKey, type RepositoryId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pullObject } from '../../src/pull/pull-object.js';
import { pushFile } from '../../src/push/push-file.js';
import { verifyStored } from '../../src/verify/verify-stored.js';
import { startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const hour = 3_600_000;
const packBytes = mebibyte;

const storedBytes = async ({ service: { blobs } }: TransferRig): Promise<number> => {
  let sum = 0;
  for await (const { key, sizeBytes } of blobs.list(trusted<ObjectKey>('repositories'))) {
    if (key.includes('/chunks/packs/')) sum += sizeBytes;
  }
  return sum;
};

const collect = async ({ service: { application } }: TransferRig) => {
  const collected = (await application.maintenance.collectGarbage())._unsafeUnwrap();
  expect(collected?.refusals ?? []).to.deep.equal([]);
  return collected;
};

/** Removes the object with the right of the command line, and waits until it is forgotten. */
const removeForGood = async (rig: TransferRig, oid: Oid): Promise<void> => {
  const { baseUrl, token, repositoryId, application, clock } = rig.service;
  const id = trusted<RepositoryId>(repositoryId);
  const href = `${baseUrl}/api/v1/repositories/${id}/objects/${oid}`;
  const reply = await fetch(href, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  expect(reply.status).to.equal(204);
  clock.advance(73 * hour);
  (await application.maintenance.reclaimQuarantined())._unsafeUnwrap();
};

describe('a pull beside compaction', () => {
  let rig: TransferRig;
  before(async () => {
    rig = await startTransferRig('compacted packs');
  });
  after(() => rig.close());

  it('gets the very bytes whenever the packs are rewritten, and the storage shrinks when the former ones are gone', async () => {
    const kept = rig.random.bytes(3 * mebibyte);
    // Every other half of a mebibyte is only in the first version, so half of each of its packs.
    const first = Buffer.concat(
      Array.from({ length: 6 }, (_, at) => [
        kept.subarray(at * (mebibyte / 2), (at + 1) * (mebibyte / 2)),
        rig.random.bytes(mebibyte / 2),
      ]).flat(),
    );
    const { oid: firstOid } = await pushFile(rig.context, await rig.file('first', first), { packBytes });
    const { oid, newChunks, chunks } = await pushFile(rig.context, await rig.file('second', kept), { packBytes });
    expect(newChunks, 'most come from the first version').to.be.lessThan(chunks / 2);
    await removeForGood(rig, firstOid);
    rig.service.clock.advance(25 * hour);
    const before = await storedBytes(rig);

    let isRewritten = false;
    const destination = join(rig.folder, 'pulled');
    rig.service.intercept = (request, response) => {
      if (isRewritten || request.method !== 'GET' || request.url?.includes('/chunks/packs/') !== true) return false;
      isRewritten = true;
      // By the former manifest, of which the packs are rewritten before the first of them is read.
      void collect(rig).then((collected) => {
        expect(collected?.rewrittenPacks).to.be.greaterThan(1);
        rig.service.answer(request, response);
      });
      return true;
    };
    await pullObject(rig.context, oid, destination);
    expect(isRewritten).to.equal(true);
    expect(Buffer.compare(await readFile(destination), kept)).to.equal(0);

    for (let days = 0; days < 8; days += 1) {
      rig.service.clock.advance(24 * hour);
      await collect(rig);
      expect(await verifyStored(rig.context, oid)).to.include({ via: 'chunks', sizeBytes: kept.byteLength });
    }
    const after = await storedBytes(rig);
    expect(before - after).to.be.greaterThan(2.5 * mebibyte);
    expect(after).to.be.lessThan(1.1 * kept.byteLength);
    const again = join(rig.folder, 'pulled again');
    await pullObject(rig.context, oid, again);
    expect(Buffer.compare(await readFile(again), kept)).to.equal(0);
    const third = Buffer.concat([kept, rig.random.bytes(mebibyte / 4)]);
    const report = await pushFile(rig.context, await rig.file('third', third), { packBytes });
    expect(report.sentBytes, 'look-ups know the new places').to.be.lessThan(mebibyte);
  });
});
