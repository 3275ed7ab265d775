const collect = 'packages/core/src/use-cases/chunk-tree/collect';
const tests = 'packages/core/test/use-cases/chunk-tree/collect';

/** Of the collector of chunk trees. */
export const bugsOfGarbage = [
  {
    bug: 'an object is registered although a file of it is being deleted',
    file: 'packages/core/src/use-cases/chunk-tree/verify/demand-files.ts',
    find: 'if (gone.length > 0)',
    replace: 'if (gone.length > 1_000)',
    test: `${tests}/delete-condemned.test.ts`,
    title: 'registers no object of which a file was deleted while it was verified, and says which',
  },
  {
    bug: 'what is being deleted is received',
    file: `${collect}/condemned.ts`,
    find: "  if (file.state === 'deleting') return err(unavailable('storage', askAgainAfterSeconds));\n",
    replace: '',
    test: `${tests}/delete-condemned.test.ts`,
    title: 'takes no file that is being deleted again until a removal that failed before its effect cannot come late any more',
  },
  {
    bug: 'a removal that may still arrive is taken for done',
    file: `${collect}/delete-condemned.ts`,
    find: 'if (removed.length > 0) await noteRemoved(collection, holder, removed);',
    replace: 'deleted = countFiles(deleted, await finish(collection, holder, removed));',
    test: `${tests}/delete-condemned.test.ts`,
    title: 'takes no file that is being deleted again until a removal that failed after its effect cannot come late any more',
  },
  {
    bug: 'a pending verification keeps nothing',
    file: `${collect}/survey.ts`,
    find: 'for (const map of manifest.maps) await addMap(map);',
    replace: '',
    test: `${tests}/collect-trees.test.ts`,
    title: 'keeps what a verification needs that is pending',
  },
  {
    bug: 'the collector deletes while a back-up runs',
    file: `${collect}/delete-condemned.ts`,
    find: '    if (!(await mayRemove(records, at))) return { at, files: [] };\n',
    replace: '',
    test: `${tests}/collect-trees.test.ts`,
    title: 'deletes nothing while a back-up runs',
  },
];
