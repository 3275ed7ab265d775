import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { expect } from 'chai';
import { z } from 'zod';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { runAgent } from './agent-process.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));

/** Paths here have as many characters as bytes. */
const bytesOf = (path: string): Buffer => Buffer.from(path, 'latin1');
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

const names = [
  ...['a', 'b c', '.hidden', utf8('naïve'), '"q"', '\\', '-x', '\x01', 'caf\xe9'],
  ...['x.bin', utf8('é.bin'), 'caf\xe9.bin', 'new\nline.bin', '.bin', ' .bin'],
];
/** Each with whether it may be pulled. */
const linkTargets = ['x.bin', '../a', './b c/', 'caf\xe9', '/etc/passwd', '../../../../..', 'a/../b c'];

const newPath = (random: SeededRandom): string =>
  Array.from({ length: 1 + random.integer(4) }, () => random.pick(names)).join('/');

/** Does something to a file or a link in a working copy; what stands in its way goes. */
const change = async (random: SeededRandom, root: string): Promise<void> => {
  const path = newPath(random);
  const segments = path.split('/');
  for (let length = 1; length <= segments.length; length += 1) {
    const above = bytesOf(join(root, segments.slice(0, length).join('/')));
    const facts = await lstat(above).catch(() => undefined);
    if (length === segments.length || facts?.isDirectory() === false) await rm(above, { recursive: true, force: true });
  }
  const fate = random.integer(10);
  if (fate === 0) return;
  const whole = bytesOf(join(root, path));
  await mkdir(bytesOf(join(root, segments.slice(0, -1).join('/'))), { recursive: true });
  if (fate <= 2) {
    await symlink(bytesOf(random.pick(linkTargets)), whole);
    return;
  }
  await writeFile(whole, fate === 3 ? '' : random.bytes(random.pick([1, 100, 5000, 300_000])));
  if (fate <= 5) await chmod(whole, 0o755);
};

const resultSchema = z.object({ path: z.string(), left_out: z.string().optional() });

/** A path for people. */
const shown = (path: string): string => bytesOf(path).toString();

/** What is in a folder: bytes, links, and what may be executed, by paths. */
const contentOf = async (root: string, below = ''): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const entry of await readdir(bytesOf(join(root, below)), { withFileTypes: true, encoding: 'buffer' })) {
    const name = entry.name.toString('latin1');
    if (below === '' && name === '.git') continue;
    const path = below === '' ? name : `${below}/${name}`;
    const whole = bytesOf(join(root, path));
    if (entry.isDirectory()) for (const [each, content] of await contentOf(root, path)) found.set(each, content);
    else if (entry.isSymbolicLink()) found.set(path, `link ${await readlink(whole, 'latin1')}`);
    else {
      const isExecutable = ((await lstat(whole)).mode & 0o111) !== 0;
      const hash = createHash('sha256')
        .update(await readFile(whole))
        .digest('hex');
      found.set(path, `${isExecutable ? 'executable' : 'file'} ${hash}`);
    }
  }
  return found;
};

/** Whether a link leads out of the folder that is pulled, or may: written apart from what decides it. */
const leadsOutside = (path: string, content: string): boolean => {
  const target = content.slice('link '.length);
  if (!content.startsWith('link ')) return false;
  if (target.startsWith('/') || /[^./].*\.\./s.test(target)) return true;
  return target.split('/').filter((segment) => segment === '..').length > path.split('/').length - 1;
};

describe('what svc pulls of a path', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let clone: IndexedClone;
  const refs: string[] = [];
  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    clone = await createIndexedClone(world, computer, await world.createToken());
    const random = createSeededRandom(seed);
    const { copy } = clone;
    for (let at = 1; at <= 6; at += 1) {
      for (let count = 0; count < 12; count += 1) await change(random, copy.path);
      await copy.git('add', '--all');
      await copy.git('commit', '--quiet', '--allow-empty', '--message', `${at}`);
      await copy.git('tag', `t${at}`);
      refs.push(`t${at}`);
    }
    await clone.publish();
  });
  after(() => world.close());

  /** A working tree of its own, with what Git LFS puts into it. */
  const checkedOut = async (ref: string): Promise<string> => {
    const folder = join(computer.root, `tree ${ref}`);
    if ((await lstat(folder).catch(() => undefined)) !== undefined) return folder;
    await clone.copy.git('worktree', 'add', '--quiet', '--detach', folder, ref);
    await rm(join(folder, '.git'));
    return folder;
  };

  /** Pulls into a folder, and compares with what is expected there. Tells how many files there are. */
  const expectPulled = async (
    place: readonly string[],
    output: string,
    expected: ReadonlyMap<string, string>,
  ): Promise<{ readonly files: number; readonly stderr: string }> => {
    const args = ['pull', ...place, '-o', output, '--json', '--allow-missing'];
    const { code, stdout, stderr } = await runAgent(computer, args, { ...clone.options, folder: computer.root });
    expect(code, stderr).to.equal(0);
    const results = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => resultSchema.parse(JSON.parse(line)));
    const leftOut = new Map(results.map(({ path, left_out }) => [path.slice(output.length + 1), left_out]));
    const pulled = await contentOf(join(computer.root, utf8(output)));
    for (const [path, content] of expected) {
      const why = leftOut.get(shown(path));
      if (why === undefined) expect(pulled.get(path), shown(path)).to.equal(content);
      else expect(pulled.has(path), shown(path)).to.equal(false);
      expect(why, shown(path)).to.equal(leadsOutside(path, content) ? 'unsafe_link' : undefined);
    }
    for (const path of pulled.keys()) expect(expected.has(path), shown(path)).to.equal(true);
    return { files: [...pulled.values()].filter((content) => !content.startsWith('link ')).length, stderr };
  };

  it(`is what a checkout with Git LFS has, at each ref (seed ${seed})`, async () => {
    for (const ref of refs) {
      const expected = await contentOf(await checkedOut(ref));
      const output = `pulled ${ref}`;
      const { files } = await expectPulled([`.@${ref}`], output, expected);
      expect(files).to.be.greaterThan(0);
      const { stderr } = await expectPulled(['.', '--ref', ref], output, expected);
      expect(stderr).to.contain(`: 0 fetched, ${files} already there`);
    }
  });

  it(`is of a folder what is in it (seed ${seed})`, async () => {
    const tree = await checkedOut('t6');
    const folders = (await readdir(tree, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    for (const { name } of folders) {
      // It cannot be said in an argument.
      if (name.includes('\ufffd')) continue;
      const expected = await contentOf(join(tree, utf8(name)));
      await expectPulled([`./${name}`, '--ref', 't6'], `folders/${name}`, expected);
    }
  });
});
