import type { Oid } from '@svc/core';
import { type RepositoryId, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { ok, ResultAsync, type Result } from 'neverthrow';
import { pushFile } from '../../src/push/push-file.js';
import { verifyStored } from '../../src/verify/verify-stored.js';
import { sha256, startTransferRig, type TransferRig } from '../rigs/transfers.js';

const mebibyte = 1024 * 1024;
const hour = 3_600_000;
const packBytes = mebibyte;

/** Deletes an object, at once and for good: nothing needs its chunks any more. */
const deleteObject = async ({ service: { ports, repositoryId, clock } }: TransferRig, oid: string): Promise<void> => {
  const id = trusted<RepositoryId>(repositoryId);
  const deleted = await ports.unitOfWork.transact(async ({ quarantine, repositories }): Promise<Result<void, never>> => {
    const [found] = await quarantine.put(id, [trusted<Oid>(oid)], { removedAt: 0, removedBy: undefined, dueAt: 0 });
    await repositories.bumpGeneration(id, clock.now());
    if (found !== undefined) await quarantine.remove(found);
    return ok();
  });
  deleted._unsafeUnwrap();
};

const collect = async ({ service: { application } }: TransferRig): Promise<number> =>
  (await application.maintenance.collectGarbage())._unsafeUnwrap()?.deletedFiles ?? 0;

/** The first mark of what nothing needs has been made: its chunks are known for another four hours. */
const markFirst = async (rig: TransferRig): Promise<void> => {
  rig.service.clock.advance(24 * hour);
  await collect(rig);
};

/** All the rest until it is deleted. */
const collectToEnd = async (rig: TransferRig): Promise<void> => {
  rig.service.clock.advance(4 * hour);
  await collect(rig);
  rig.service.clock.advance(73 * hour);
  expect(await collect(rig)).to.be.greaterThan(0);
};

describe('a push that counts on chunks that are collected before it ends', () => {
  let rig: TransferRig;
  let beforeCopy: (() => Promise<void>) | undefined;
  before(async () => {
    rig = await startTransferRig('collected chunks', {}, (blobs) => ({
      ...blobs,
      write: (key, body, sizeBytes) => {
        const act = beforeCopy;
        if (act === undefined || !key.includes('/objects/manifests/')) return blobs.write(key, body, sizeBytes);
        beforeCopy = undefined;
        return new ResultAsync(act().then(() => blobs.write(key, body, sizeBytes)));
      },
    }));
  });
  after(() => rig.close());

  const pushBoth = async (name: string, between: () => Promise<void>) => {
    const kept = rig.random.bytes(2 * mebibyte);
    await pushFile(rig.context, await rig.file(`${name} kept`, kept), { packBytes });
    const first = Buffer.concat([kept, rig.random.bytes(2 * mebibyte)]);
    const { oid } = await pushFile(rig.context, await rig.file(`${name} first`, first), { packBytes });
    await deleteObject(rig, oid);
    await markFirst(rig);
    await between();
    const second = Buffer.concat([rig.random.bytes(mebibyte), first]);
    const report = await pushFile(rig.context, await rig.file(`${name} second`, second), { packBytes });
    expect(report.oid).to.equal(sha256(second));
    expect(await verifyStored(rig.context, report.oid)).to.include({ via: 'chunks', sizeBytes: second.byteLength });
    return report;
  };

  it('after they were verified sends by itself what is gone, and nothing else', async () => {
    let visits = 0;
    const finalizes = rig.service.count('POST finalize');
    const { newChunks, chunks, sentBytes } = await pushBoth('gone', async () => {
      beforeCopy = async () => {
        visits += 1;
        await collectToEnd(rig);
      };
    });
    expect(visits).to.equal(1);
    expect(rig.service.count('POST finalize') - finalizes, 'of three files').to.equal(4);
    expect(newChunks).to.be.lessThan(chunks);
    expect(sentBytes).to.be.lessThan(3.5 * mebibyte);
  });

  it('before they are verified sends all of the object again', async () => {
    await pushBoth('missing', async () => {
      rig.service.intercept = (request, response) => {
        if (request.method !== 'POST' || request.url?.endsWith('/finalize') !== true) return false;
        rig.service.intercept = undefined;
        void collectToEnd(rig).then(() => rig.service.answer(request, response));
        return true;
      };
    });
  });

  it('and are only in quarantine by then sends nothing twice', async () => {
    const report = await pushBoth('quarantined', async () => {
      beforeCopy = async () => {
        rig.service.clock.advance(4 * hour);
        await collect(rig);
      };
    });
    expect(report.sentBytes).to.be.lessThan(1.5 * mebibyte);
  });
});
