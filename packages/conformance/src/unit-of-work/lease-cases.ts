import { expect } from 'chai';
import { builtAt, uniqueId } from './builders.js';
import { commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';

const minute = 60_000;

const claim = (harness: UnitOfWorkHarness, name: string, holder: string, now: number, expiresAt = now + minute) =>
  commit(harness, ({ leases }) => leases.claim(name, holder, now, expiresAt));

const release = (harness: UnitOfWorkHarness, name: string, holder: string) =>
  commit(harness, ({ leases }) => leases.release(name, holder));

const share = (harness: UnitOfWorkHarness, name: string, now: number, expiresAt: number, beyond?: number) =>
  commit(harness, ({ leases }) => leases.claimShared(name, now, expiresAt, beyond));

const isFree = (harness: UnitOfWorkHarness, name: string, now: number, beyond?: number) =>
  commit(harness, ({ leases }) => leases.holdFree(name, now, beyond));

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
  {
    title: 'a shared lease is held by all who claim it, to the latest of their ends',
    run: async (harness) => {
      expect(await share(harness, 'backup', builtAt, builtAt + minute)).to.equal(false);
      expect(await share(harness, 'backup', builtAt + 1, builtAt + 3 * minute)).to.equal(true);
      expect(await share(harness, 'backup', builtAt + 2, builtAt + 2 * minute), 'moves no end back').to.equal(true);
      expect(await isFree(harness, 'backup', builtAt + 3 * minute - 1)).to.equal(false);
      expect(await isFree(harness, 'backup', builtAt + 3 * minute)).to.equal(true);
    },
  },
  {
    title: 'who renews a shared lease is told whether it had come to its end',
    run: async (harness) => {
      await share(harness, 'backup', builtAt, builtAt + minute);
      expect(await share(harness, 'backup', builtAt + minute - 1, builtAt + 2 * minute)).to.equal(true);
      expect(await share(harness, 'backup', builtAt + 2 * minute, builtAt + 3 * minute)).to.equal(false);
      expect(await share(harness, 'backup', builtAt + 2 * minute, builtAt + 3 * minute)).to.equal(true);
    },
  },
  {
    title: 'a shared lease that ends later than any schedule means is free, and a new claim sets its end',
    run: async (harness) => {
      const beyond = builtAt + 2 * minute;
      await share(harness, 'backup', builtAt, beyond + 1);
      expect(await isFree(harness, 'backup', builtAt, beyond)).to.equal(true);
      expect(await share(harness, 'backup', builtAt, builtAt + minute, beyond)).to.equal(false);
      expect(await isFree(harness, 'backup', builtAt, beyond)).to.equal(false);
      expect(await isFree(harness, 'backup', builtAt + minute)).to.equal(true);
    },
  },
  {
    title: 'a lease that nobody has claimed yet, or that was given back, is free, and asking takes it from nobody',
    run: async (harness) => {
      expect(await isFree(harness, 'sweep', builtAt)).to.equal(true);
      expect(await claim(harness, 'sweep', 'a', builtAt)).to.deep.include({ fence: 1 });
      expect(await isFree(harness, 'sweep', builtAt)).to.equal(false);
      expect(await claim(harness, 'sweep', 'a', builtAt)).to.deep.include({ fence: 1 });
      await release(harness, 'sweep', 'a');
      expect(await isFree(harness, 'sweep', builtAt)).to.equal(true);
    },
  },
  {
    title: 'who claims a lease, shared or not, waits for a transaction that has found it free',
    run: async (harness) => {
      for (let round = 0; round < 4; round += 1) {
        const name = `backup-${round}`;
        const order: string[] = [];
        let noteFound = (): void => undefined;
        const found = new Promise<void>((resolve) => (noteFound = resolve));
        const remove = async (): Promise<void> => {
          await commit(harness, async ({ leases }) => {
            expect(await leases.holdFree(name, builtAt)).to.equal(true);
            noteFound();
            for (let step = 0; step < 20; step += 1) await leases.claim(`removal-${round}`, 'a', builtAt, builtAt + minute);
            order.push('removed');
          });
        };
        const claimMeanwhile = async (): Promise<void> => {
          await found;
          if (round % 2 === 0) await share(harness, name, builtAt, builtAt + minute);
          else await claim(harness, name, 'b', builtAt);
          order.push('claimed');
        };
        await Promise.all([remove(), claimMeanwhile()]);
        expect(order).to.deep.equal(['removed', 'claimed']);
        expect(await isFree(harness, name, builtAt)).to.equal(false);
      }
    },
  },
];
