import { createFaultyBlobStore, createMemoryBlobStore, type PlannedFault } from '@svc/core/memory';
import { expect } from 'chai';
import { pruningFolder } from '../../src/backup/backup-manifest.js';
import { whileBegun, whilePruning } from '../../src/backup/shared-bucket.js';

/** What a promise rejects with. */
const problemOf = async (act: Promise<unknown>): Promise<string> => {
  const [outcome] = await Promise.allSettled([act]);
  return outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.message : 'nothing';
};

const fails = (): Promise<never> => Promise.reject(new Error('a back-up cannot be read'));

describe('a bucket that several share', () => {
  const newPlace = () => ({
    blobs: createFaultyBlobStore(
      createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }] }),
    ),
    isClaimed: false,
  });
  type Place = ReturnType<typeof newPlace>;

  const backUp = (place: Place): Promise<string> => problemOf(whileBegun(place, '20260101T000000Z-abcdef', async () => 'begun'));
  const prune = (place: Place, act: () => Promise<unknown>, noneRuns = false): Promise<string> =>
    problemOf(whilePruning(place, noneRuns, { plan: async () => undefined, act }));

  it('has one removal at a time, and keeps back-ups from beginning until that one has ended', async () => {
    const place = newPlace();
    const seen: string[] = [];
    const first = prune(place, async () => {
      seen.push(await prune(place, async () => seen.push('a second one removes')), await backUp(place));
    });
    expect(await first).to.equal('nothing');
    expect(seen).to.have.length(2);
    expect(seen[0]).to.match(/^another prune-backups runs, or was killed; --none-runs /);
    expect(seen[1]).to.match(/^back-ups are being removed from there/);
    expect(await backUp(place)).to.equal('nothing');
  });

  it('is left to the removal that was there first by one whose plan fails', async () => {
    const place = newPlace();
    let seen = '';
    await prune(place, async () => {
      await problemOf(whilePruning(place, true, { plan: fails, act: async () => undefined }));
      seen = await backUp(place);
    });
    expect(seen).to.match(/^back-ups are being removed from there/);
  });

  it('never has two removals that begin at once', async () => {
    const place = newPlace();
    let removing = 0;
    const act = async (): Promise<void> => void (removing += 1);
    await Promise.all([prune(place, act), prune(place, act)]);
    expect(removing).to.be.at.most(1);
    expect(await backUp(place)).to.equal('nothing');
  });

  it('is told to be in use after a removal that was broken off, until somebody says that none runs', async () => {
    const place = newPlace();
    expect(await prune(place, fails)).to.equal('a back-up cannot be read');
    expect(await backUp(place)).to.match(/^back-ups are being removed from there/);
    expect(await prune(place, async () => undefined)).to.match(/^another prune-backups runs, or was killed/);
    expect(await prune(place, async () => undefined, true)).to.equal('nothing');
    expect(await backUp(place)).to.equal('nothing');
  });

  const failNext = (place: Place, times: number, fault: PlannedFault): void => {
    for (let count = 0; count < times; count += 1) place.blobs.failNext(fault);
  };
  const noRemoval: PlannedFault = { call: 'remove', when: 'before' };
  const cleared = async (place: Place): Promise<void> => {
    expect(await backUp(place)).to.match(/^back-ups are being removed from there/);
    expect(await prune(place, async () => undefined, true)).to.equal('nothing');
    expect(await backUp(place)).to.equal('nothing');
  };

  it('is free after a removal for whose end it did not answer at once', async () => {
    const place = newPlace();
    failNext(place, 2, noRemoval);
    expect(await prune(place, async () => undefined)).to.equal('nothing');
    expect(await backUp(place)).to.equal('nothing');
  });

  it('is told to be in use still by a removal for whose end it does not answer', async () => {
    const place = newPlace();
    failNext(place, 3, noRemoval);
    expect(await prune(place, async () => undefined)).to.match(
      /^what no back-up needs was removed; .* backups\/pruning\/\S+ may still be there, .* run prune-backups --none-runs$/,
    );
    await cleared(place);
  });

  it('is told to be in use still by a removal that has not begun, when it does not answer from then on', async () => {
    const place = newPlace();
    failNext(place, 3, noRemoval);
    const outcome = await problemOf(whilePruning(place, false, { plan: fails, act: async () => undefined }));
    expect(outcome).to.match(/^nothing was removed: a back-up cannot be read; .* run prune-backups --none-runs$/);
    await cleared(place);
  });

  it('is free after a removal whose mark was written, though it did not say so', async () => {
    const place = newPlace();
    failNext(place, 1, { call: 'write', when: 'after' });
    expect(await prune(place, async () => undefined)).to.equal('the place of the back-ups does not answer');
    expect(await backUp(place)).to.equal('nothing');
  });

  it('is in use where an earlier version removes, or was killed, and where it does not say whether one does', async () => {
    const place = newPlace();
    const nothing = async function* (): AsyncGenerator<Uint8Array> {
      yield* [];
    };
    expect((await place.blobs.write(pruningFolder, nothing(), 0)).isOk()).to.equal(true);
    expect(await prune(place, async () => undefined)).to.match(/^another prune-backups runs, or was killed/);
    failNext(place, 1, { call: 'head', when: 'before' });
    expect(await backUp(place)).to.equal('the place of the back-ups does not answer');
    await cleared(place);
  });
});
