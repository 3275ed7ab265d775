import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { seededRandom, type SeededRandom } from './random.js';

export interface GitHistory {
  readonly commits: number;
  /** In the first commit, and about as many in each. */
  readonly files: number;
  readonly seed: number;
}

/** What is measured with, unless a bench is tried out. */
export const largeHistory: GitHistory = { commits: 20_000, files: 50_000, seed: 1 };

const filesPerFolder = 40;
const foldersPerProject = 25;
const mergeEvery = 10;
const pointerShare = 4;

const pathOf = (file: number): string => {
  const folder = Math.floor(file / filesPerFolder);
  return `project-${Math.floor(folder / foldersPerProject)}/part-${folder % foldersPerProject}/file-${file}.bin`;
};

const hex = (random: SeededRandom): string => Array.from({ length: 8 }, () => random.next().toString(16).padStart(8, '0')).join('');

/** A quarter are pointers of Git LFS; the rest is some lines of text. */
const contentOf = (random: SeededRandom): string =>
  random.below(pointerShare) === 0
    ? `version https://git-lfs.github.com/spec/v1\noid sha256:${hex(random)}\nsize ${random.below(1e9)}\n`
    : Array.from({ length: 2 + random.below(6) }, () => `${hex(random)}\n`).join('');

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}`;

const person = 'A U Thor <author@example.test>';
const firstSecond = 1_600_000_000;

/** Changes one to five files: most get new content; some are renamed, removed or new. `gone` are those that no branch may have any more. */
const changesOf = (history: GitHistory, mark: number, random: SeededRandom, gone: Set<number>): string => {
  const lines: string[] = [];
  for (let left = 1 + random.below(5); left > 0; left -= 1) {
    const file = random.below(history.files);
    const fate = random.below(20);
    const path = pathOf(file);
    if (fate < 2 && gone.has(file)) continue;
    if (fate < 2) gone.add(file);
    if (fate === 0) lines.push(`D ${path}`);
    else if (fate === 1) lines.push(`R ${path} moved/${mark % 50}/file-${file}.bin`);
    else if (fate === 2) lines.push(`M 100644 inline new/${mark % 100}/file-${mark}-${left}.txt\n${data(contentOf(random))}`);
    else if (!gone.has(file)) lines.push(`M 100644 inline ${path}\n${data(contentOf(random))}`);
  }
  return lines.map((line) => `${line}\n`).join('');
};

/** What `git fast-import` reads: every tenth commit is a branch of its own that the next one merges. */
function* streamOf(history: GitHistory): Generator<string> {
  const random = seededRandom(history.seed);
  const gone = new Set<number>();
  let changes = '';
  const commit = (mark: number, head: readonly string[]): string =>
    [
      `commit refs/heads/${head[0] ?? 'main'}`,
      `mark :${mark}`,
      `author ${person} ${firstSecond + mark * 60} +0000`,
      `committer ${person} ${firstSecond + mark * 60} +0000`,
      data(`commit ${mark}\n\nIt changes some files.`),
      ...head.slice(1),
      '',
    ].join('\n');
  yield commit(1, ['main']);
  for (let file = 0; file < history.files; file += 1) yield `M 100644 inline ${pathOf(file)}\n${data(contentOf(random))}\n`;
  for (let mark = 2; mark <= history.commits; mark += 1) {
    const isSide = mark % mergeEvery === 0 && mark < history.commits;
    const isMerge = mark > 2 && mark % mergeEvery === 1;
    const from = `from :${isMerge ? mark - 2 : mark - 1}`;
    const parents = isMerge ? [from, `merge :${mark - 1}`] : [from];
    // What the side has changed is what its merge brings.
    if (!isMerge) changes = changesOf(history, mark, random, gone);
    yield `${commit(mark, [isSide ? 'side' : 'main', ...parents])}${changes}`;
  }
  yield 'done\n';
}

/** Writes a history that the seed decides into a new bare repository. */
export const writeGitHistory = async (folder: string, history: GitHistory): Promise<void> => {
  const run = async (args: readonly string[], input: Iterable<string>): Promise<void> => {
    const child = spawn('git', args, { stdio: ['pipe', 'ignore', 'inherit'] });
    const closed = once(child, 'close');
    for (const piece of input) if (!child.stdin.write(piece)) await once(child.stdin, 'drain');
    child.stdin.end();
    await closed;
    if (child.exitCode !== 0) throw new Error(`git ${args[0] ?? ''} failed`);
  };
  await run(['init', '--quiet', '--bare', '--initial-branch=main', folder], []);
  await run(['-C', folder, 'fast-import', '--quiet', '--done'], streamOf(history));
};
