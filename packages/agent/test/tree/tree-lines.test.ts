import { expect } from 'chai';
import { entryIn, type TreeAnswer } from '../../src/tree/tree-entry.js';
import { fieldsOfEntry, lineOfEntry } from '../../src/tree/tree-lines.js';

type WireEntry = TreeAnswer['entries'][number];

const author = { name: 'A', email: 'a@example.test', at: '2026-01-02T03:04:05.000Z' };
const wire: WireEntry = {
  name: 'model.bin',
  path: 'models/model.bin',
  type: 'file',
  mode: '100755',
  id: 'b'.repeat(40),
  size: 1234,
  oid: 'a'.repeat(64),
  is_lfs: true,
  is_stored: true,
  last_commit: { id: 'c'.repeat(40), subject: 'Add it', author, committed_at: '2026-02-03T04:05:06.000Z' },
};
const short = { isWhole: false, isLong: false };
const long = { isWhole: true, isLong: true };

describe('a line of a list', () => {
  it('is the name behind the folder, or the whole path', () => {
    const entry = entryIn('', wire);
    expect(lineOfEntry('', entry, short)).to.equal('models/model.bin');
    const [folder] = [entryIn('', { ...wire, path: 'models', type: 'folder', mode: '040000' }).path];
    expect(lineOfEntry(folder, entry, short)).to.equal('model.bin');
    expect(lineOfEntry(folder, entry, { ...short, isWhole: true })).to.equal('models/model.bin');
  });

  it('shows a folder with a slash', () => {
    const entry = entryIn('', { ...wire, path: 'a/b', type: 'folder', mode: '040000', files: 2, size: 99 });
    expect(lineOfEntry('', entry, long)).to.equal('040000              99 -      2026-02-03T04:05:06Z cccccccc a/b/');
  });

  it('has the mode, the size, whether it is stored and the last change, when it is long', () => {
    const line = '100755            1234 stored 2026-02-03T04:05:06Z cccccccc models/model.bin';
    expect(lineOfEntry('', entryIn('', wire), long)).to.equal(line);
    expect(lineOfEntry('', entryIn('', { ...wire, is_stored: false }), long)).to.equal(line.replace('stored', 'absent'));
  });

  it('is one line, whatever the name has in it, and says that it is escaped', () => {
    const entry = entryIn('', { ...wire, path: 'a\nb\\c\rd' });
    expect(lineOfEntry('', entry, short)).to.equal('\\a\\nb\\\\c\\rd');
    expect(lineOfEntry('', entry, long)).to.match(/^\\100755 [^\n]* a\\nb\\\\c\\rd$/);
  });

  it('has for programs the bytes of what is no text', () => {
    const entry = entryIn('', {
      ...wire,
      name: '',
      path: '',
      path_base64: Buffer.from('caf\xe9', 'latin1').toString('base64url'),
    });
    expect(lineOfEntry('', entry, short)).to.equal('caf\ufffd');
    expect(fieldsOfEntry(entry)).to.include({ path: 'caf\ufffd', path_base64: 'Y2Fm6Q', size: 1234, is_stored: true });
    expect(fieldsOfEntry(entryIn('', wire)).path_base64).to.equal(undefined);
  });
});

describe('an entry of a service', () => {
  const folder = entryIn('', { ...wire, path: 'models' }).path;
  const base64 = (path: string): Partial<WireEntry> => ({ path: '', path_base64: Buffer.from(path).toString('base64url') });
  for (const [what, strange] of [
    ['leads up', { path: 'models/../x' }],
    ['is absolute', { path: '/models/x' }],
    ["is in git's own folder", { path: 'models/.git/hooks/x' }],
    ['leads up in bytes', base64('models/../../x')],
    ['has no characters', base64('')],
    ['has a zero byte', base64('models/a\0b')],
    ['lies elsewhere', { path: 'other/x' }],
    ['only begins like the folder', { path: 'models2/x' }],
  ] as const) {
    it(`is refused when its path ${what}`, () => {
      expect(() => entryIn(folder, { ...wire, ...strange })).to.throw('a path that cannot be one of a repository');
    });
  }

  it('has no oid where the service says what is none', () => {
    expect(entryIn('', { ...wire, oid: '../../x' }).oid).to.equal(undefined);
  });
});
