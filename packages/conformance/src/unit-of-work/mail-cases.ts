import { expect } from 'chai';
import { builtAt } from './builders.js';
import { commit, together, type UnitOfWorkCase, type UnitOfWorkHarness } from './harness.js';
import { aQueuedMail } from './webhook-builders.js';

const claim = (harness: UnitOfWorkHarness, holder: string, now: number, until = now + 50) =>
  commit(harness, ({ mails }) => mails.claim(holder, now, until));

export const mailCases: readonly UnitOfWorkCase[] = [
  {
    title: 'mails come back as they were added, the longest due first, each to one holder until its claim ends',
    run: async (harness) => {
      const [second, first] = [aQueuedMail({ createdAt: builtAt + 2 }), aQueuedMail({ createdAt: builtAt + 1 })];
      await commit(harness, async ({ mails }) => {
        for (const mail of [second, first]) await mails.add(mail);
      });
      expect(await claim(harness, 'a', builtAt)).to.equal(undefined);
      expect(await claim(harness, 'a', builtAt + 2)).to.deep.equal({ ...first, holder: 'a', attempt: 1 });
      expect(await claim(harness, 'b', builtAt + 2)).to.deep.equal({ ...second, holder: 'b', attempt: 1 });
      expect(await claim(harness, 'c', builtAt + 51)).to.equal(undefined);
      expect(await claim(harness, 'c', builtAt + 52)).to.include({ holder: 'c', attempt: 2 });
    },
  },
  {
    title: 'a mail that is due later than any schedule means, since a clock was set back, is claimed when no other is due',
    run: async (harness) => {
      const beyond = builtAt + 1000;
      const claimNow = (until?: number) => commit(harness, ({ mails }) => mails.claim('a', builtAt, builtAt + 50, until));
      const [due, far] = [aQueuedMail({ createdAt: builtAt }), aQueuedMail({ createdAt: beyond + 1 })];
      const soon = aQueuedMail({ createdAt: beyond });
      await commit(harness, async ({ mails }) => {
        for (const mail of [far, soon, due]) await mails.add(mail);
      });
      expect(await claimNow(beyond)).to.deep.include({ id: due.id });
      expect(await claimNow()).to.equal(undefined);
      expect(await claimNow(beyond)).to.deep.include({ id: far.id });
      expect(await claimNow(beyond)).to.equal(undefined);
    },
  },
  {
    title: 'a mail takes the place of the one that waits under its id, due when that was, and is claimed by nobody',
    run: async (harness) => {
      const before = aQueuedMail();
      const other = aQueuedMail({ createdAt: builtAt + 2 });
      const after = {
        ...before,
        mail: { ...before.mail, to: 'new@example.org', text: 'It was switched off again.' },
        createdAt: builtAt + 3,
      };
      await commit(harness, async ({ mails }) => {
        for (const mail of [before, other]) await mails.add(mail);
      });
      const lost = await claim(harness, 'slow', builtAt);
      await commit(harness, ({ mails }) => mails.add(after));
      expect(lost && (await commit(harness, ({ mails }) => mails.remove(lost)))).to.equal(false);
      expect(await claim(harness, 'next', builtAt + 49)).to.include({ id: other.id });
      expect(await claim(harness, 'next', builtAt + 50)).to.deep.equal({ ...after, holder: 'next', attempt: 1 });
    },
  },
  {
    title: 'of 30 claims at once each mail is in one',
    run: async (harness) => {
      await commit(harness, async ({ mails }) => {
        for (let count = 0; count < 10; count += 1) await mails.add(aQueuedMail());
      });
      const claims = await together(30, (index) => claim(harness, `holder ${index}`, builtAt));
      const ids = claims.flatMap((claimed) => (claimed === undefined ? [] : [claimed.id]));
      expect([ids.length, new Set(ids).size]).to.deep.equal([10, 10]);
    },
  },
  {
    title: 'a mail is moved and removed by its holder alone',
    run: async (harness) => {
      await commit(harness, ({ mails }) => mails.add(aQueuedMail()));
      const lost = await claim(harness, 'slow', builtAt);
      const held = await claim(harness, 'heir', builtAt + 50);
      if (lost === undefined || held === undefined) throw new Error('it is due');
      const postpone = (claimed: typeof held) => commit(harness, ({ mails }) => mails.postpone(claimed, builtAt + 500));
      const remove = (claimed: typeof held) => commit(harness, ({ mails }) => mails.remove(claimed));
      expect([await postpone(lost), await remove(lost)]).to.deep.equal([false, false]);
      expect(await postpone(held)).to.equal(true);
      expect(await claim(harness, 'next', builtAt + 499)).to.equal(undefined);
      const last = await claim(harness, 'next', builtAt + 500);
      expect(await remove(held)).to.equal(false);
      expect(last && (await remove(last))).to.equal(true);
      expect(last && (await remove(last))).to.equal(false);
      expect(await claim(harness, 'next', builtAt + 10_000)).to.equal(undefined);
    },
  },
  {
    title: 'a claim that its holder has made anew is over',
    run: async (harness) => {
      await commit(harness, ({ mails }) => mails.add(aQueuedMail()));
      const [first, second] = [await claim(harness, 'a', builtAt), await claim(harness, 'a', builtAt + 50)];
      if (first === undefined || second === undefined) throw new Error('it is due');
      await commit(harness, async ({ mails }) => {
        expect(await mails.postpone(first, builtAt + 500)).to.equal(false);
        expect(await mails.remove(first)).to.equal(false);
        expect(await mails.remove(second)).to.equal(true);
      });
    },
  },
];
