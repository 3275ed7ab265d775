import { type ReleaseNotes, type TagName, trusted } from '@svc/core/model';
import { expect } from 'chai';
import { builtAt } from './builders.js';
import { ask, commit, type UnitOfWorkCase } from './harness.js';
import { removeRepository, storedRepository } from './stored.js';

const tag = (text: string): TagName => trusted<TagName>(text);

const some = (notes: string): ReleaseNotes => ({ notes, updatedAt: builtAt });

export const releaseCases: readonly UnitOfWorkCase[] = [
  {
    title: 'notes are those that were put last, of one repository and one tag in its exact spelling',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const tags = ['v1', 'V1', 'release/é 漢 😀'].map(tag);
      const [first = tag(''), second = tag(''), third = tag('')] = tags;
      await commit(harness, async ({ releases }) => {
        await releases.putNotes(id, first, some('former'));
        await releases.putNotes(id, first, some("# One\n'two' \\ 😀\t\r\n"));
        await releases.putNotes(id, third, some(''));
        await releases.putNotes(other, second, some('of another repository'));
      });
      const find = (repositoryId: typeof id) => ask(harness, ({ releases }) => releases.findNotes(repositoryId, tags));
      expect([...(await find(id))]).to.have.deep.members([
        [first, some("# One\n'two' \\ 😀\t\r\n")],
        [third, some('')],
      ]);
      expect([...(await find(other))]).to.deep.equal([[second, some('of another repository')]]);
      expect([...(await ask(harness, ({ releases }) => releases.findNotes(id, [])))]).to.deep.equal([]);
    },
  },
  {
    title: 'notes are removed by their tags, and with their repository',
    run: async (harness) => {
      const [{ id }, { id: other }] = [await storedRepository(harness), await storedRepository(harness)];
      const tags = ['a', 'b', 'c'].map(tag);
      const [a = tag(''), b = tag('')] = tags;
      await commit(harness, async ({ releases }) => {
        for (const repositoryId of [id, other]) {
          for (const name of [a, b]) await releases.putNotes(repositoryId, name, some(name));
        }
        await releases.removeNotes(id, [b, tag('c')]);
        await releases.removeNotes(id, []);
      });
      const names = async (repositoryId: typeof id) => [
        ...(await ask(harness, ({ releases }) => releases.findNotes(repositoryId, tags))).keys(),
      ];
      expect(await names(id)).to.deep.equal([a]);
      expect(await names(other)).to.have.members([a, b]);
      await removeRepository(harness, id);
      expect(await names(id)).to.deep.equal([]);
      expect(await names(other)).to.have.length(2);
    },
  },
];
