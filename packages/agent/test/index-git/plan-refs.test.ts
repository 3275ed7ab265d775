import { expect } from 'chai';
import { planRefs, type RefWishes } from '../../src/index-git/plan-refs.js';

const ref = (name: string, target: string) => ({ name, target, tag: undefined });
const wishes: RefWishes = {
  refs: [ref('refs/heads/main', '2'), ref('refs/heads/same', '1'), ref('refs/heads/new', '2'), ref('refs/heads/behind', '1')],
  others: [],
  follows: (_ref, expected) => expected !== '9',
  isCertain: () => false,
  prune: false,
  removed: [],
};
const indexed = new Map([
  ['refs/heads/main', '1'],
  ['refs/heads/same', '1'],
  ['refs/heads/behind', '9'],
  ['refs/heads/gone', '1'],
]);

describe('planRefs', () => {
  it('moves what the clone has elsewhere, adds what is new, and leaves what the clone cannot judge', () => {
    expect(planRefs(indexed, new Map(), wishes)).to.deep.equal({
      changes: [
        { name: 'refs/heads/main', target: '2', expected: '1', tag: undefined },
        { name: 'refs/heads/new', target: '2', expected: undefined, tag: undefined },
      ],
      ahead: ['refs/heads/behind'],
      unknown: ['refs/heads/gone'],
    });
  });

  it('moves what is certain to be where the clone has it', () => {
    const { changes, ahead } = planRefs(indexed, new Map(), { ...wishes, isCertain: ({ name }) => name === 'refs/heads/behind' });
    expect(changes.at(-1)).to.deep.equal({ name: 'refs/heads/behind', target: '1', expected: '9', tag: undefined });
    expect(ahead).to.deep.equal([]);
  });

  it('moves a tag that stays at its commit and says something else', () => {
    const tag = { id: 'b', taggerName: '', taggerEmail: '', at: undefined, offsetMinutes: 0, message: 'New.' };
    const tagged = { name: 'refs/tags/v1', target: '1', tag };
    const plan = (tags: ReadonlyMap<string, string>) =>
      planRefs(new Map([['refs/tags/v1', '1']]), tags, { ...wishes, refs: [tagged] }).changes;
    expect(plan(new Map([['refs/tags/v1', 'a']]))).to.deep.equal([{ ...tagged, expected: '1' }]);
    expect(plan(new Map())).to.deep.equal([{ ...tagged, expected: '1' }]);
    expect(plan(new Map([['refs/tags/v1', 'b']]))).to.deep.equal([]);
  });

  it('takes nothing that the clone has for what it lacks, though it is not chosen', () => {
    for (const prune of [false, true]) {
      const { changes, unknown } = planRefs(indexed, new Map(), { ...wishes, prune, others: ['refs/heads/gone'] });
      expect(changes.map(({ name }) => name)).to.deep.equal(['refs/heads/main', 'refs/heads/new']);
      expect(unknown).to.deep.equal([]);
    }
  });

  it('removes what the clone lacks when it is told to, and what is named', () => {
    const removal = { name: 'refs/heads/gone', target: undefined, expected: '1', tag: undefined };
    for (const more of [{ prune: true }, { removed: ['refs/heads/gone', 'refs/heads/never-indexed'] }]) {
      const { changes, unknown } = planRefs(indexed, new Map(), { ...wishes, ...more });
      expect(changes.at(-1)).to.deep.equal(removal);
      expect(unknown).to.deep.equal([]);
    }
  });
});
