const convert = 'packages/core/src/use-cases/chunk-tree/convert';
const test = 'packages/core/test/use-cases/chunk-tree/convert/convert-objects.test.ts';

const testOfWayBack = 'packages/core/test/use-cases/chunk-tree/convert/restore-whole.test.ts';

/** Of the conversion of whole objects into chunks. */
export const bugsOfConversion = [
  {
    bug: 'an object is converted whose bytes are not what its oid says',
    file: `${convert}/cut-whole.ts`,
    find: "  if (read.value.kind !== 'sound') return",
    replace: "  if (read.value.kind === 'missing') return",
    test,
    title: 'leaves an object whole whose bytes are found wrong',
  },
  {
    bug: 'the whole bytes of a converted object count twice',
    file: 'packages/core/src/steps/quarantine/leave-whole.ts',
    find: 'await countFormer(records, owner, former, at);',
    replace: '',
    test,
    title: 'stores once what two versions share',
  },
  {
    bug: 'the whole bytes of a converted object are removed at once',
    file: 'packages/core/src/steps/quarantine/leave-whole.ts',
    find: 'const dueAt = at + (settings.gcGraceMs ?? defaultGcGraceMs);',
    replace: 'const dueAt = at + 0 * (settings.gcGraceMs ?? defaultGcGraceMs);',
    test,
    title: 'keeps the whole bytes for the grace',
  },
  {
    bug: 'an object is removed beside its whole bytes',
    file: 'packages/core/src/steps/quarantine/quarantine-objects.ts',
    find: 'if (!present.has(oid) || (await makeWholeAgain(records, owner, oid, manifest, at))) free.push(oid);',
    replace: 'free.push(oid); void makeWholeAgain;',
    test,
    title: 'lets a converted object be removed and restored',
  },
  {
    bug: 'an object is made whole by bytes that nobody has verified',
    file: `${convert}/whole-bytes.ts`,
    find: "read.value.kind === 'sound' ? hold.row : undefined",
    replace: "read.value.kind === 'missing' ? undefined : hold.row",
    test: testOfWayBack,
    title: 'leaves it in chunks when other bytes lie at its key than were written',
  },
  {
    bug: 'whole bytes of an object in chunks are written that nobody counts',
    file: `${convert}/whole-bytes.ts`,
    find: 'await records.usage.countReclaimable(organizationId, sizeBytes);',
    replace: '',
    test: testOfWayBack,
    title: 'leaves it in chunks when the bytes cannot be written',
  },
  {
    bug: 'an object that shares most of its chunks is made whole again',
    file: 'packages/core/src/model/conversions/cheaper-whole.ts',
    find: '!isMostlySaved && ',
    replace: '(isMostlySaved || true) && ',
    test: testOfWayBack,
    title: 'leaves one in chunks that shares most of its chunks',
  },
];
