import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInShell } from './run-in-shell.js';

type ObjectFormat = 'sha1' | 'sha256';

/** What draws; a `SeededRandom` does. */
export interface Draws {
  integer(below: number): number;
  pick<T>(items: readonly T[]): T;
}

/** A repository of nobody, in a folder of its own. */
export interface ScratchRepository {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What git prints, with each byte as a character. Throws what it says when it fails. */
  readonly git: (args: readonly string[], input?: string) => Promise<string>;
  remove(): Promise<void>;
}

const person = 'A U Thor <author@example.test>';

export const makeScratchRepository = async (format: ObjectFormat = 'sha1', isBare = true): Promise<ScratchRepository> => {
  const root = await mkdtemp(join(tmpdir(), 'svc-history-'));
  const folder = join(root, 'repository');
  const environment = {
    HOME: root,
    XDG_CONFIG_HOME: join(root, '.config'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(root, '.gitconfig'),
    GIT_AUTHOR_NAME: 'A U Thor',
    GIT_AUTHOR_EMAIL: 'author@example.test',
    GIT_COMMITTER_NAME: 'A U Thor',
    GIT_COMMITTER_EMAIL: 'author@example.test',
  };
  const git: ScratchRepository['git'] = async (args, input = '') => {
    const { exitCode, stdout, stderr } = await runInShell(['git', ...args], {
      folder: root,
      environment: { ...process.env, ...environment },
      input: Buffer.from(input, 'latin1'),
    });
    if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
    return stdout.toString('latin1');
  };
  const bare = isBare ? ['--bare'] : [];
  await git(['init', '--quiet', ...bare, `--object-format=${format}`, '--initial-branch=main', folder]);
  return {
    folder,
    environment,
    git: (args, input) => git(['-C', folder, ...args], input),
    remove: () => rm(root, { recursive: true, force: true }),
  };
};

/** As git quotes them, each byte. */
const quoted = (path: string): string =>
  `"${[...path].map((character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')}"`;

const names = [
  'a',
  'b',
  'a.txt',
  'a-b',
  'A',
  'lib',
  'naïve',
  'caf\xe9',
  ' x ',
  'x\ty',
  'new\nline',
  '"q"',
  "it's",
  '\\',
  '\xff\xfe',
  '\x01',
  'é.bin',
  '-',
  '*',
];
const utf8 = (name: string): string => (name.includes('ï') || name.startsWith('é') ? Buffer.from(name).toString('latin1') : name);

const pointer = (random: Draws): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${Array.from({ length: 64 }, () => random.integer(16).toString(16)).join('')}\nsize ${random.integer(1e9)}\n`;

const lines = (random: Draws): string => Array.from({ length: random.integer(30) }, () => `${random.integer(40)}\n`).join('');

const data = (text: string): string => `data ${text.length}\n${text}\n`;

/** A history that grows, for `git fast-import`: branches, merges, renames, copies, files that become folders, links, submodules, names of any bytes. */
export const randomHistory = (random: Draws, commits: number, format: ObjectFormat): string => {
  const idLength = format === 'sha1' ? 40 : 64;
  const files: Set<string>[] = [];
  const newPath = (): string => Array.from({ length: 1 + random.integer(4) }, () => utf8(random.pick(names))).join('/');
  /** What is written in the place of a folder, or below a file, takes that one's place. */
  const place = (tree: Set<string>, path: string): void => {
    for (const other of [...tree]) if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) tree.delete(other);
    tree.add(path);
  };
  /** A file in the place of a folder, or a folder in the place of a file. */
  const turned = (path: string): string =>
    path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : `${path}/${random.pick(names)}`;
  const change = (tree: Set<string>): string => {
    const old = tree.size === 0 ? undefined : random.pick([...tree]);
    const fate = random.integer(12);
    if (old !== undefined && fate < 2) {
      tree.delete(old);
      return `D ${quoted(old)}\n`;
    }
    if (old !== undefined && fate < 4) {
      const to = newPath();
      if (tree.has(to) || [...tree].some((path) => path.startsWith(`${to}/`) || to.startsWith(`${path}/`))) return '';
      tree.delete(old);
      tree.add(to);
      return `R ${quoted(old)} ${quoted(to)}\n`;
    }
    const path = old === undefined || fate > 8 ? newPath() : fate < 7 ? old : turned(old);
    place(tree, path);
    if (fate === 11) return `M 160000 ${random.integer(9)}${'1'.repeat(idLength - 1)} ${quoted(path)}\n`;
    const mode = fate === 10 ? '120000' : fate === 9 ? '100755' : '100644';
    const text = fate === 10 ? 'a/b' : random.integer(4) === 0 ? pointer(random) : lines(random);
    return `M ${mode} inline ${quoted(path)}\n${data(text)}`;
  };
  let branch = '';
  const commitOf = (mark: number): string => {
    const isRoot = mark === 1 || random.integer(30) === 0;
    const from = isRoot ? 0 : random.integer(6) === 0 ? 1 + random.integer(mark - 1) : mark - 1;
    // What goes on from elsewhere is a branch of its own.
    if (from !== mark - 1 || isRoot) branch = `refs/heads/b${mark}`;
    const merged = mark > 2 && random.integer(5) === 0 ? [1 + random.integer(mark - 1)].filter((each) => each !== from) : [];
    const tree = new Set(files[from]);
    files[mark] = tree;
    const head = [
      `commit ${branch}`,
      `mark :${mark}`,
      `author ${person} ${1_600_000_000 + mark} +0130`,
      `committer ${person} ${1_600_000_000 + random.integer(1000)} -0800`,
      data(`commit ${mark}\n`).trimEnd(),
      ...(from === 0 ? [] : [`from :${from}`]),
      ...merged.map((each) => `merge :${each}`),
    ];
    return [...head, ''].join('\n') + Array.from({ length: random.integer(6) }, () => change(tree)).join('') + '\n';
  };
  return `${Array.from({ length: commits }, (_, at) => commitOf(at + 1)).join('')}reset refs/heads/main\nfrom :${commits}\n\n`;
};
