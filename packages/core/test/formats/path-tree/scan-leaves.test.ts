import { expect } from 'chai';
import { listBelow, type LoadNodes, type NodeReference } from '../../../src/formats/path-tree/index.js';
import { maxInnerChildren } from '../../../src/formats/path-tree/limits.js';
import { createPageWriter } from '../../../src/formats/path-tree/page-writer.js';
import { pathKey } from '../../../src/formats/path-tree/path-key.js';
import { gitPath } from './modelled-tree.js';

interface Written {
  readonly reference: NodeReference;
  /** Its first key. */
  readonly from: string;
}

/** Five levels above the leaves, which some millions of files need, with as many children as there can be on the way to the first file, and few elsewhere. */
const writeHighTree = () => {
  const pages = new Map<number, Uint8Array>();
  const names: string[] = [];
  let commits = 0;
  /** Each node in a page of its own, as where each came with another commit. */
  const write = (node: Parameters<ReturnType<typeof createPageWriter>['write']>[0]): NodeReference => {
    const writer = createPageWriter(commits, 0);
    commits += 1;
    const reference = writer.write(node);
    for (const [number, page] of writer.finish()) pages.set(number, page);
    return reference;
  };
  const writeBelow = (level: number, isFirst: boolean): Written => {
    if (level === 0) {
      const name = `file ${String(names.length).padStart(4, '0')}`;
      names.push(name);
      const from = pathKey(gitPath(name));
      const entry = { mode: 0o100644, object: 0, changedIn: 0, files: 1, sizeBytes: 1 } as const;
      return { reference: write({ level: 0, keys: [from], entries: [entry] }), from };
    }
    const children = Array.from({ length: isFirst ? maxInnerChildren : 2 }, (_, at) =>
      writeBelow(level - 1, isFirst && at === 0),
    );
    const keys = children.map(({ from }, at) => (at === 0 ? '' : from));
    const reference = write({ level, keys, children: children.map((child) => child.reference) });
    return { reference, from: children[0]?.from ?? '' };
  };
  const load: LoadNodes = async (numbers) =>
    new Map(numbers.flatMap((number) => (pages.has(number) ? [[number, pages.get(number) ?? new Uint8Array()]] : [])));
  return { root: writeBelow(5, true).reference, names, load };
};

describe('the leaves of a path tree', () => {
  it('are read where more nodes are ahead than are loaded at once', async () => {
    const { root, names, load } = writeHighTree();
    const listed = await listBelow(load, root, '', { limit: 1000 });
    expect(listed.map(({ path }) => path)).to.deep.equal(names);
  });
});
