import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { runAgent } from './agent-process.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

const entrySchema = z.object({
  path: z.string(),
  type: z.string(),
  mode: z.string(),
  id: z.string(),
  size: z.number(),
  files: z.number().optional(),
  oid: z.string().optional(),
  is_lfs: z.boolean(),
  is_stored: z.boolean(),
  last_commit: z.object({ id: z.string(), subject: z.string(), committed_at: z.string() }),
});

describe('svc ls', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let token: string;
  let clone: IndexedClone;
  const large = bytesNamed('large', 100_000);
  const strange = 'a\nline\u001b[2J\\';

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    token = await world.createToken();
    clone = await createIndexedClone(world, computer, token);
    const { copy } = clone;
    await copy.commit({ 'models/large.bin': large, 'models/deep/er/notes.txt': 'notes', README: 'read me' });
    await copy.git('tag', 'v1');
    await mkdir(join(copy.path, 'odd'));
    await writeFile(join(copy.path, 'odd', strange), 'odd');
    await symlink('README', join(copy.path, 'odd/link'));
    await chmod(join(copy.path, 'README'), 0o755);
    await copy.commit({ 'models/large.bin': large.subarray(1) });
    await clone.publish();
  });
  after(() => world.close());

  const lines = (stdout: string): readonly string[] => stdout.split('\n').slice(0, -1);
  const listed = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { code, stdout, stderr } = await clone.svc('ls', ...args);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    return lines(stdout);
  };
  const entries = async (...args: readonly string[]) =>
    (await listed('--json', ...args)).map((line) => entrySchema.parse(JSON.parse(line)));

  it('lists the outermost folder, others and a file, by their names', async () => {
    expect(await listed()).to.have.members(['.gitattributes', '.lfsconfig', 'README', 'models/', 'odd/']);
    expect(await listed('models/')).to.have.members(['deep/', 'large.bin']);
    const alone = await clone.svcProcess('ls', 'models/large.bin');
    expect(alone).to.deep.equal({ code: 0, stdout: 'models/large.bin\n', stderr: '' });
  });

  it('lists whole paths of all files below, as git does', async () => {
    const names = (await clone.copy.git('ls-tree', '-r', '-z', '--name-only', 'HEAD')).split('\0').slice(0, -1);
    expect((await entries('-r')).map(({ path }) => path)).to.have.members(names);
    expect(await listed('-r', 'models')).to.have.members(['models/deep/er/notes.txt', 'models/large.bin']);
  });

  it('says what git and people know of each entry, at any ref', async () => {
    const [head, first] = (await clone.copy.git('rev-parse', 'HEAD', 'v1')).trim().split('\n');
    const now = (await entries('models')).find(({ path }) => path === 'models/large.bin');
    expect(now).to.deep.include({ size: 99_999, oid: sha256(large.subarray(1)), is_lfs: true, is_stored: true, mode: '100644' });
    expect(now?.last_commit.id).to.equal(head);
    for (const ref of ['v1', 'refs/tags/v1', first ?? '', (first ?? '').slice(0, 9)]) {
      const before = (await entries('models', '--ref', ref)).find(({ path }) => path === 'models/large.bin');
      expect(before, ref).to.deep.include({ size: 100_000, oid: sha256(large) });
    }
    const folder = (await entries()).find(({ path }) => path === 'models');
    expect(folder).to.deep.include({ type: 'folder', size: 99_999 + 5, files: 2 });
    expect((await entries('odd')).find(({ path }) => path === 'odd/link')).to.include({ type: 'symlink', mode: '120000' });
  });

  it('shows sizes of objects, the last change and what is stored in a long list', async () => {
    const id = (await clone.copy.git('rev-parse', '--short=8', 'HEAD')).trim();
    const at = new Date((await clone.copy.git('show', '-s', '--format=%cI', 'HEAD')).trim()).toISOString().slice(0, 19);
    const long = await listed('-l', 'models');
    expect(long).to.include(`100644           99999 stored ${at}Z ${id} large.bin`);
    expect(long.find((line) => line.endsWith(' deep/'))).to.match(/^040000 {15}5 - {6}/);
    expect((await listed('-l', 'README'))[0]).to.match(/^100755 {15}7 /);
  });

  it('keeps each entry on one line, whatever its name', async () => {
    expect(await listed('odd')).to.have.members(['link', '\\a\\nline\u001b[2J\\\\']);
    expect((await entries('odd')).map(({ path }) => path)).to.have.members(['odd/link', `odd/${strange}`]);
  });

  it('lists folders of more entries than one answer has', async () => {
    const many = await createIndexedClone(world, computer, token);
    const files = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`many/${at}`, `${at % 7}`]));
    await many.copy.commit(files);
    await many.publish();
    world.proxy.forget();
    const { stdout } = await many.svc('ls', 'many');
    expect(new Set(lines(stdout))).to.deep.equal(new Set(Object.keys(files).map((path) => path.slice(5))));
    expect(world.proxy.exchanges.filter(({ path }) => path.endsWith('/tree'))).to.have.length(3);
  });

  it('says in a line why there is no list', async () => {
    const empty = await createIndexedClone(world, computer, token);
    const failures: readonly (readonly [IndexedClone, readonly string[], string])[] = [
      [empty, [], 'the service knows no Git history of this repository; svc index, run in a clone, tells it'],
      [clone, ['nothing'], 'there is no nothing in the default branch; looked for in repository'],
      [clone, ['models/large.bin/x'], 'there is no models/large.bin/x in the default branch'],
      [clone, ['models', '--ref', 'v9'], 'the index has no branch, tag or commit v9'],
      [clone, ['a/../b'], 'a/../b is no path of a file or a folder in a repository'],
      [clone, ['--ref', ''], 'It is empty.'],
    ];
    for (const [{ options }, args, message] of failures) {
      const { code, stdout, stderr } = await runAgent(computer, ['ls', ...args], options);
      expect(stderr)
        .to.match(/^svc: [^\n]+\n$/)
        .and.contain(message);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    }
  });
});
