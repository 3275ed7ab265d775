import { expect } from 'chai';
import type { GitPath } from '../../../src/model/git-index/git-path.js';
import type { FileMode } from '../../../src/model/git-index/path-entry.js';
import { trusted } from '../../../src/model/values/brand.js';
import { type LoneFile, pairMovedFiles } from '../../../src/steps/git-history/pair-moved-files.js';

const link = 0o120000;
const plain = 0o100644;
const executable = 0o100755;

const file = (path: string, mode: FileMode, object = 7): LoneFile => ({
  path: trusted<GitPath>(path),
  entry: { mode, object, sizeBytes: 1, changedIn: 0 },
});

const many = (count: number, pathOf: (at: number) => string, mode: FileMode): readonly LoneFile[] =>
  Array.from({ length: count }, (_, at) => file(pathOf(at), mode));

/** What became what; how often others had the thread; and how often an entry was looked at. */
const pair = async (removed: readonly LoneFile[], added: readonly LoneFile[]) => {
  const counts = { pauses: 0, looks: 0 };
  const watched = ({ path, entry }: LoneFile): LoneFile => ({
    path,
    get entry() {
      counts.looks += 1;
      return entry;
    },
  });
  const pause = (): Promise<void> => Promise.resolve(void (counts.pauses += 1));
  const moved = await pairMovedFiles({ removed: removed.map(watched), added: added.map(watched) }, new Map(), pause);
  return { ...counts, moved: [...moved].map(([path, { former }]) => `${former.path} ${path}`) };
};

describe('files that were moved', () => {
  it('of one content are paired kind by kind: a link becomes a link alone, a file a file of any mode', async () => {
    const removed = [file('a', link), file('b', plain), file('c', link), file('d', executable), file('e', plain, 8)];
    const added = [file('v', plain), file('w', link), file('x', plain), file('y', plain), file('z', plain, 8)];
    expect((await pair(removed, added)).moved).to.deep.equal(['b v', 'a w', 'd x', 'e z']);
  });

  it('are looked at once each where links became as many files of the same content, with pauses', async () => {
    const count = 4000;
    const { looks, pauses, moved } = await pair(
      many(count, (at) => `l/${at}`, link),
      many(count, (at) => `f/${at}`, plain),
    );
    expect(moved).to.deep.equal([]);
    expect(looks).to.be.lessThan(10 * count);
    expect(pauses).to.be.greaterThan(20);
  });

  it('are all paired, with pauses, where many are alike under other names', async () => {
    const count = 4000;
    const { pauses, moved } = await pair(
      many(count, (at) => `l/${at + 10_000}`, plain),
      many(count, (at) => `f/x${at + 10_000}`, plain),
    );
    expect(moved).to.deep.equal(Array.from({ length: count }, (_, at) => `l/${at + 10_000} f/x${at + 10_000}`));
    expect(pauses).to.be.greaterThan(20);
  });

  it('go to the one of the same name among the first hundred that are left, else to the first', async () => {
    const removed = many(150, (at) => `${at + 100}/${at + 100}`, plain);
    const beyond = file('e/200', plain);
    expect((await pair(removed, [beyond])).moved).to.deep.equal(['100/100 e/200']);
    expect((await pair(removed, [file('e/199', plain), file('f/0', plain), beyond])).moved).to.deep.equal([
      '199/199 e/199',
      '200/200 e/200',
      '100/100 f/0',
    ]);
  });
});
