import { createMemoryBlobStore } from '@svc/core/memory';
import { expect } from 'chai';
import { whileBegun, whilePruning } from '../../src/backup/shared-bucket.js';

/** What a promise rejects with. */
const problemOf = async (act: Promise<unknown>): Promise<string> => {
  const [outcome] = await Promise.allSettled([act]);
  return outcome.status === 'rejected' && outcome.reason instanceof Error ? outcome.reason.message : 'nothing';
};

const fails = (): Promise<never> => Promise.reject(new Error('a back-up cannot be read'));

describe('a bucket that several share', () => {
  const newPlace = () => ({
    blobs: createMemoryBlobStore({ baseUrl: 'https://svc.test', linkKeys: [{ id: 'k1', secret: new Uint8Array(32) }] }),
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
});
