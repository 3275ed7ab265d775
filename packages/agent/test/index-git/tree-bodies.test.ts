import { expect } from 'chai';
import { createTreeBodies } from '../../src/index-git/tree-bodies.js';
import type { DescribedChanges } from '../../src/index-git/described-changes.js';

const id = (at: number): string => at.toString(16).padStart(40, '0');
const change = (path: string, at: number | undefined) => ({
  path,
  fromPath: undefined,
  fromMode: '100644',
  mode: at === undefined ? '000000' : '100644',
  id: at === undefined ? undefined : id(at),
  similarity: undefined,
});
const one = { id: id(1), firstParent: undefined };
const two = { id: id(2), firstParent: id(1) };

const plain = { oddTrees: [], hidden: 0 };

const described: DescribedChanges = {
  objects: [
    { id: id(7), sizeBytes: 5, pointer: undefined },
    { id: id(8), sizeBytes: 130, pointer: { oid: 'f'.repeat(64), sizeBytes: 1e9 } },
  ],
  parts: [
    { commit: one, changes: [change('a "quoted" name', 7), change('na\xc3\xafve', 8)], ...plain, last: undefined },
    { commit: one, changes: [change('caf\xe9', 7)], ...plain, last: { mayRename: true } },
    { commit: two, changes: [], ...plain, last: { mayRename: false } },
  ],
  renames: new Map([
    [
      id(1),
      [
        { fromPath: 'x', path: 'na\xc3\xafve', similarity: 100 },
        { fromPath: 'y', path: 'caf\xe9', similarity: 50 },
      ],
    ],
  ]),
};

interface Body {
  readonly objects: readonly unknown[];
  readonly trees: readonly {
    readonly commit: string;
    readonly changes: readonly (readonly unknown[])[];
    readonly raw_trees?: readonly unknown[];
    readonly renames?: readonly unknown[];
    readonly is_last: boolean;
  }[];
}

const bodiesOf = (maxBytes: number, described_: readonly DescribedChanges[]): readonly string[] => {
  const bodies = createTreeBodies(maxBytes);
  return [...described_.flatMap((each) => [...bodies.add(each)]), bodies.end() ?? ''].filter((body) => body !== '');
};

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && 'trees' in value;

const parsed = (body: string): Body => {
  const value: unknown = JSON.parse(body);
  return isBody(value) ? value : expect.fail('a body has trees');
};

describe('createTreeBodies', () => {
  it('tells of objects, pointers, paths of any bytes, renames and the end of each commit', () => {
    expect(bodiesOf(100_000, [described]).map(parsed)).to.deep.equal([
      {
        objects: [
          { id: id(7), size: 5 },
          { id: id(8), size: 130, lfs: { oid: 'f'.repeat(64), size: 1e9 } },
        ],
        trees: [
          {
            commit: id(1),
            changes: [
              ['a "quoted" name', '100644', id(7)],
              ['naïve', '100644', id(8)],
              ['', '100644', id(7), Buffer.from('caf\xe9', 'latin1').toString('base64url')],
            ],
            renames: [
              ['x', 'naïve', 100],
              ['y', '', 50, '', Buffer.from('caf\xe9', 'latin1').toString('base64url')],
            ],
            is_last: true,
          },
          { commit: id(2), changes: [], is_last: true },
        ],
      },
    ]);
  });

  it('tells nothing where there is nothing to tell', () => {
    expect(createTreeBodies().end()).to.equal(undefined);
  });

  it('tells of odd trees by their bytes, wherever they lie', () => {
    const oddTrees = ['', 'a "quoted" name', 'caf\xe9'].map((folder, at) => ({ folder, bytes: Buffer.from([at]) }));
    const odd = { ...described, parts: [{ commit: one, changes: [], oddTrees, hidden: 0, last: { mayRename: false } }] };
    expect(bodiesOf(100_000, [odd]).map(parsed)[0]?.trees[0]?.raw_trees).to.deep.equal([
      { folder: '', raw: 'AA==' },
      { folder: 'a "quoted" name', raw: 'AQ==' },
      { folder: '', folder_base64: 'Y2Fm6Q', raw: 'Ag==' },
    ]);
    const large = {
      ...odd,
      parts: odd.parts.map((part) => ({ ...part, oddTrees: [{ folder: 'a', bytes: Buffer.alloc(2000) }] })),
    };
    expect(() => bodiesOf(2000, [large])).to.throw(`the folder a of the commit ${id(1)} is longer than a request may be`);
  });

  it('cuts a commit that is too long for a body, and each body is short enough', () => {
    const changes = Array.from({ length: 100 }, (_, at) => change(`folder/${'ü'.repeat(at)}`, at % 7 === 0 ? undefined : at + 1));
    const long: DescribedChanges = {
      objects: Array.from({ length: 100 }, (_, at) => ({ id: id(at + 1), sizeBytes: at, pointer: undefined })),
      parts: [...described.parts, { commit: { id: id(3), firstParent: id(2) }, changes, ...plain, last: { mayRename: true } }],
      renames: new Map([
        [id(3), Array.from({ length: 40 }, (_, at) => ({ fromPath: `from ${at}`, path: `to ${at}`, similarity: at }))],
      ]),
    };
    const [whole] = bodiesOf(1e6, [long]).map(parsed);
    for (const maxBytes of [1500, 2000, 5000]) {
      const texts = bodiesOf(maxBytes, [long]);
      for (const text of texts) expect(Buffer.byteLength(text)).to.be.at.most(maxBytes);
      const bodies = texts.map(parsed);
      expect(bodies.flatMap(({ objects }) => objects)).to.deep.equal(whole?.objects);
      const parts = bodies.flatMap(({ trees }) => trees);
      for (const tree of whole?.trees ?? []) {
        const own = parts.filter(({ commit }) => commit === tree.commit);
        expect(own.map(({ is_last }) => is_last)).to.deep.equal([...own.slice(1).map(() => false), true]);
        expect(own.flatMap((part) => part.changes)).to.deep.equal(tree.changes);
        expect(own.flatMap(({ renames = [] }) => renames)).to.deep.equal(tree.renames ?? []);
      }
    }
  });
});
