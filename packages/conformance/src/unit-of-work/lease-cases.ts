import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';

const minute = 60_000;

const claim = (harness: UnitOfWorkHarness, name: string, holder: string, now: number, expiresAt = now + minute) =>
  commit(harness, ({ leases }) => leases.claim(name, holder, now, expiresAt));

const release = (harness: UnitOfWorkHarness, name: string, holder: string) =>
  commit(harness, ({ leases }) => leases.release(name, holder));

export const leaseCases: readonly UnitOfWorkCase[] = [
  {
    title: 'a lease that nobody holds is taken, and refused to others to the last millisecond before its end',
    run: async (harness) => {
      const expiresAt = builtAt + minute;
      expect(await claim(harness, 'sweep', 'a', builtAt)).to.deep.equal({ name: 'sweep', fence: 1, expiresAt });
      expect(await claim(harness, 'sweep', 'b', builtAt)).to.equal(undefined);
      expect(await claim(harness, 'sweep', 'b', expiresAt - 1)).to.equal(undefined);
      expect(await claim(harness, 'sweep', 'b', expiresAt)).to.deep.include({ fence: 2, expiresAt: expiresAt + minute });
      expect(await claim(harness, 'sweep', 'a', expiresAt)).to.equal(undefined);
    },
  },
  {
    title: 'a lease that ends later than any schedule means, since a clock was set back, is taken from its holder',
    run: async (harness) => {
      const beyond = builtAt + 2 * minute;
      const claimWithin = (name: string, holder: string) =>
        commit(harness, ({ leases }) => leases.claim(name, holder, builtAt, builtAt + minute, beyond));
      await claim(harness, 'sweep', 'a', beyond, beyond + 1);
      await claim(harness, 'check', 'a', beyond - minute, beyond);
      expect(await claimWithin('check', 'b')).to.equal(undefined);
      expect(await claim(harness, 'sweep', 'b', builtAt)).to.equal(undefined);
      expect(await claimWithin('sweep', 'b')).to.deep.include({ fence: 2, expiresAt: builtAt + minute });
      expect(await claimWithin('sweep', 'a')).to.equal(undefined);
    },
  },
  {
    title: 'a claim that is refused changes nothing',
    run: async (harness) => {
      await claim(harness, 'sweep', 'a', builtAt);
      expect(await claim(harness, 'sweep', 'b', builtAt, builtAt + 100 * minute)).to.equal(undefined);
      expect(await claim(harness, 'sweep', 'c', builtAt + minute)).to.deep.include({ fence: 2 });
    },
  },
  {
    title: 'its holder renews a lease under the same fence, also after its end when nobody else has come',
    run: async (harness) => {
      await claim(harness, 'sweep', 'a', builtAt);
      expect(await claim(harness, 'sweep', 'a', builtAt + 1)).to.deep.include({ fence: 1, expiresAt: builtAt + 1 + minute });
      expect(await claim(harness, 'sweep', 'b', builtAt + minute), 'the new end counts').to.equal(undefined);
      const late = builtAt + 10 * minute;
      expect(await claim(harness, 'sweep', 'a', late)).to.deep.include({ fence: 1, expiresAt: late + minute });
    },
  },
  {
    title: 'the fence rises each time the lease changes hands, and never falls',
    run: async (harness) => {
      const fences = [];
      for (let round = 0; round < 6; round += 1) {
        const lease = await claim(harness, 'sweep', round % 2 === 0 ? 'a' : 'b', builtAt + round * minute);
        fences.push(lease?.fence);
      }
      expect(fences).to.deep.equal([1, 2, 3, 4, 5, 6]);
    },
  },
  {
    title: 'a lease that was given back is free at once, and the next holder gets a higher fence, also its last holder',
    run: async (harness) => {
      await claim(harness, 'sweep', 'a', builtAt);
      await release(harness, 'sweep', 'a');
      expect(await claim(harness, 'sweep', 'b', builtAt)).to.deep.include({ fence: 2 });
      await release(harness, 'sweep', 'b');
      expect(await claim(harness, 'sweep', 'b', builtAt)).to.deep.include({ fence: 3 });
    },
  },
  {
    title: 'nobody gives back what somebody else holds, or what is not there',
    run: async (harness) => {
      await release(harness, 'sweep', 'a');
      await claim(harness, 'sweep', 'a', builtAt);
      await release(harness, 'sweep', 'b');
      expect(await claim(harness, 'sweep', 'b', builtAt)).to.equal(undefined);
      await claim(harness, 'sweep', 'b', builtAt + minute);
      await release(harness, 'sweep', 'a');
      expect(await claim(harness, 'sweep', 'a', builtAt + minute), 'a late release takes nothing away').to.equal(undefined);
    },
  },
  {
    title: 'leases of different jobs do not touch each other',
    run: async (harness) => {
      await claim(harness, 'sweep', 'a', builtAt);
      expect(await claim(harness, 'reconcile', 'b', builtAt)).to.deep.include({ name: 'reconcile', fence: 1 });
      await release(harness, 'reconcile', 'b');
      expect(await claim(harness, 'sweep', 'b', builtAt)).to.equal(undefined);
    },
  },
  {
    title: 'of many that claim one lease at once, when it is new and when it has ended, one gets it',
    run: async (harness) => {
      for (let round = 0; round < 5; round += 1) {
        const now = builtAt + round * minute;
        const leases = await together(16, () => claim(harness, 'sweep', uniqueId(), now));
        expect(leases.filter((lease) => lease !== undefined).map(({ fence }) => fence)).to.deep.equal([round + 1]);
      }
    },
  },
];
