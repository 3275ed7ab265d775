import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesOfCommits, listCommits, type RawChange } from './git-changes.js';
import { runGit } from './run-git.js';

/** A change as the index takes it. */
export type WireChange = [path: string, mode: string, id: string | null, pathBase64?: string];

/** The last two stand for paths whose bytes are no UTF-8. */
export type WireRename = [from: string, to: string, similarity: number, ...base64: string[]];

export interface WireTree {
  commit: string;
  changes: WireChange[];
  renames?: WireRename[];
  is_last: boolean;
}

export interface WireObject {
  id: string;
  size: number;
  lfs?: { oid: string; size: number };
}

/** What a client sends of some commits. */
export interface WireHistory {
  readonly commits: { id: string; raw: string }[];
  readonly objects: WireObject[];
  readonly trees: WireTree[];
}

/** A real repository of git, in a folder of its own. */
export interface GitRepository {
  readonly folder: string;
  /** Runs git and gives what it prints, as bytes in Latin-1. */
  git(args: readonly string[], input?: string): string;
  /** Commits files: each path with its content, null for one that is removed. Gives the commit's id. */
  commit(files: Readonly<Record<string, string | null>>, message?: string): string;
  /** Commits a tree of exactly these files on top of any commits; moves no branch. Paths are bytes in Latin-1. */
  plant(files: ReadonlyMap<string, { readonly mode: string; readonly id: string }>, parents: readonly string[]): string;
  /** What the commits of a `git rev-list` are on the wire. */
  history(...revisions: readonly string[]): WireHistory;
  remove(): void;
}

const environment = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  // After each commit a process would look whether there is something to tidy up.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
};

const isUtf8 = (path: string): boolean => !Buffer.from(path, 'latin1').toString('utf8').includes('\ufffd');

const wireChange = (path: string, mode: string, id: string | null): WireChange =>
  isUtf8(path)
    ? [Buffer.from(path, 'latin1').toString('utf8'), mode, id]
    : ['', mode, id, Buffer.from(path, 'latin1').toString('base64url')];

const wireChanges = (raw: readonly RawChange[]): WireChange[] => {
  const changes = new Map<string, WireChange>();
  for (const { modes, ids, status, path } of raw) {
    const gone = status === 'D';
    // A file that has become a folder is told twice.
    if (!gone || !changes.has(path)) changes.set(path, wireChange(path, modes[1], gone ? null : ids[1]));
  }
  return [...changes.values()];
};

const wireRename = ({ from, path, status }: RawChange): WireRename => {
  const [fromText, , , fromBytes = ''] = wireChange(from, '', null);
  const [toText, , , toBytes = ''] = wireChange(path, '', null);
  return [fromText, toText, Number(status.slice(1)), ...(fromBytes === '' && toBytes === '' ? [] : [fromBytes, toBytes])];
};

const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n$/;

export const createGitRepository = (format: 'sha1' | 'sha256' = 'sha1'): GitRepository => {
  const folder = mkdtempSync(join(tmpdir(), 'git-'));
  let time = 1_700_000_000;
  const git = (args: readonly string[], input?: string): string =>
    runGit(folder, args, {
      environment: { ...environment, GIT_AUTHOR_DATE: `${time} +0100`, GIT_COMMITTER_DATE: `${time} +0100` },
      input,
    });
  git(['init', '-q', '-b', 'main', `--object-format=${format}`]);

  /** Of objects by their ids: one process reads all of them. */
  const read = (ids: readonly string[]): ReadonlyMap<string, string> => {
    const said = ids.length === 0 ? '' : git(['cat-file', '--batch'], ids.map((id) => `${id}\n`).join(''));
    const found = new Map<string, string>();
    for (let at = 0; at < said.length;) {
      const begin = said.indexOf('\n', at) + 1;
      const [id = '', , size] = said.slice(at, begin - 1).split(' ');
      const end = begin + Number(size);
      found.set(id, said.slice(begin, end));
      at = end + 1;
    }
    return found;
  };

  /** Writes blobs, and gives their ids. */
  const write = (contents: readonly string[]): readonly string[] => {
    const paths = contents.map((content, at) => {
      const path = join(folder, '.git', `content-${at}`);
      writeFileSync(path, content, 'latin1');
      return path;
    });
    const ids = paths.length === 0 ? '' : git(['hash-object', '-w', '--no-filters', '--stdin-paths'], `${paths.join('\n')}\n`);
    return ids.split('\n').slice(0, -1);
  };

  return {
    folder,
    git,
    commit: (files, message = 'change') => {
      time += 60;
      const written = Object.entries(files).flatMap(([path, content]) => (content === null ? [] : [{ path, content }]));
      for (const [path, content] of Object.entries(files)) if (content === null) git(['rm', '-q', '-r', '--cached', path]);
      const ids = write(written.map(({ content }) => content));
      const lines = written.map(({ path }, at) => `100644 ${ids[at] ?? ''}\t${Buffer.from(path).toString('latin1')}\0`);
      git(['update-index', '--add', '--replace', '-z', '--index-info'], lines.join(''));
      git(['commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message]);
      return git(['rev-parse', 'HEAD']).trim();
    },
    plant: (files, parents) => {
      time += 60;
      rmSync(join(folder, '.git/index'), { force: true });
      const lines = [...files].map(([path, { mode, id }]) => `${mode} ${id}\t${path}\0`);
      git(['update-index', '-z', '--index-info'], lines.join(''));
      const tree = git(['write-tree', '--missing-ok']).trim();
      return git(['commit-tree', tree, '-m', 'planted', ...parents.flatMap((parent) => ['-p', parent])]).trim();
    },
    history: (...revisions) => {
      const listed = listCommits({ git }, '--topo-order', '--reverse', ...revisions);
      const ids = listed.map(([id]) => id);
      const rawCommits = read(ids);
      const commits = ids.map((id) => ({ id, raw: Buffer.from(rawCommits.get(id) ?? '', 'latin1').toString('base64') }));
      const changes = changesOfCommits({ git }, listed, '-t', '--no-renames');
      const renames = changesOfCommits({ git }, listed, '-M', '--diff-filter=R');
      const trees = ids.map((commit): WireTree => ({
        commit,
        changes: wireChanges(changes.get(commit) ?? []),
        renames: (renames.get(commit) ?? []).map(wireRename),
        is_last: true,
      }));
      const blobs = new Set(
        trees.flatMap(({ changes }) =>
          changes.flatMap(([, mode, id]) => (id !== null && mode.startsWith('1') && mode !== '160000' ? [id] : [])),
        ),
      );
      const objects = [...read([...blobs])].map(([id, content]): WireObject => {
        const [, oid, size] = pointer.exec(content) ?? [];
        return {
          id,
          size: content.length,
          ...(oid !== undefined && { lfs: { oid, size: Number(size) } }),
        };
      });
      return { commits, objects, trees };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
