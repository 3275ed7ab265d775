const index = 'packages/core/src/use-cases/chunk-tree/index';
const test = 'packages/core/test/use-cases/chunk-tree/index/sparse-index.test.ts';

/** Of chunks that are found by hooks. */
export const bugsOfIndex = [
  {
    bug: 'a look-up by hooks finds chunks of packs in quarantine',
    file: `${index}/find-chunks.ts`,
    find: "(marked.get(packPath(pack))?.state ?? 'seen') === 'seen'",
    replace: 'marked.size >= 0',
    test,
    title: 'knows no chunk of a pack in quarantine',
  },
  {
    bug: 'a look-up by hooks finds chunks of packs that nobody has verified',
    file: `${index}/find-chunks.ts`,
    find: 'const verified = await tree.findVerifiedPacks(repositoryId, packs);',
    replace: 'void tree;\n  const verified = new Set(packs);',
    test,
    title: 'knows no chunk of a pack that is noted as damaged',
  },
  {
    bug: 'storage that does not answer is taken for one that has no map',
    file: 'packages/core/src/use-cases/chunk-tree/read/read-chunk-map.ts',
    find: '    if (fault instanceof TreeFault) return undefined;\n    throw fault;',
    replace: '    void fault;\n    return undefined;',
    test,
    title: 'a store that does not answer for unavailable',
  },
  {
    bug: 'hooks lead to the maps that compaction has left',
    file: 'packages/core/src/use-cases/chunk-tree/collect/compact.ts',
    find: 'isSparse ? movedHooks(collection) : undefined',
    replace: 'isSparse && deadBytes < 0 ? movedHooks(collection) : undefined',
    test,
    title: 'leads into new packs once packs were rewritten',
  },
  {
    bug: 'an index is sparse before the hooks of its maps are noted',
    file: 'packages/core/src/use-cases/chunk-tree/collect/thin-index.ts',
    find: '      await hooks.add(map, await readNamedMap(tree, map));\n',
    replace: '      await readNamedMap(tree, map);\n',
    test,
    title: 'answers all names whose maps the hooks among them lead to',
  },
  {
    bug: 'a look-up reads as many maps as somebody names hooks',
    file: `${index}/find-chunks.ts`,
    find: 'const maxMapsPerLookUp = 16;',
    replace: 'const maxMapsPerLookUp = 1600;',
    test,
    title: 'reads sixteen maps a look-up at most',
  },
];
