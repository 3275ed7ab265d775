import { isUtf8 } from 'node:buffer';
import { isGitRefName } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import { createByteReader } from '../git/byte-reader.js';
import { startGit } from '../git/git-process.js';
import { printable } from '../output/printable.js';
import { preferredRemote, readCloneConfig, remotesOf } from '../settings/clone-lfs-url.js';
import { openContentReader, openFactsReader } from './object-reader.js';
import type { GitRepository } from './open-repository.js';
import { parseTag, type TagNotes } from './parse-tag.js';
import { branchesBelow, type RemoteBranches, remoteBranches } from './remote-branches.js';

/** A branch or a tag as it is indexed: `refs/heads/...` or `refs/tags/...`. */
export interface GitRef {
  readonly name: string;
  /** The commit. */
  readonly target: string;
  /** Of an annotated tag. */
  readonly tag: TagNotes | undefined;
}

/** Where branches are taken from: those of the clone itself, or those of a remote as the clone knows them. */
export type RefSource = { readonly kind: 'local' } | { readonly kind: 'remote'; readonly remote: string };

export interface ReadRefs {
  readonly refs: readonly GitRef[];
  /** Those that lead to no commit, or whose names are no text or longer than the service takes. */
  readonly unusable: number;
}

interface ListedRef {
  readonly name: string;
  readonly id: string;
}

const branchesOf = async (repository: GitRepository, source: RefSource): Promise<RemoteBranches> =>
  source.kind === 'local' ? branchesBelow('refs/heads/') : remoteBranches(repository, source.remote);

/** What says in a clone which branch is the default one of its source. */
const symbolicOf = (source: RefSource): string => (source.kind === 'local' ? 'HEAD' : `refs/remotes/${source.remote}/HEAD`);

const tags = 'refs/tags/';

/** The refs of a repository, under the names that its branches have where they come from. */
export const readRefs = async (repository: GitRepository, source: RefSource): Promise<ReadRefs> => {
  const branches = await branchesOf(repository, source);
  const symbolic = symbolicOf(source);
  // What git fetches to two places is one branch.
  const listed = new Map<string, ListedRef>();
  let unusable = 0;
  const format = '--format=%(objectname) %(symref) %(refname)';
  const git = startGit(['for-each-ref', format, ...branches.places, tags], repository);
  const { line, more } = createByteReader(git.output);
  do {
    for (let said = line(); said !== undefined; said = line()) {
      const [id = '', symref = '', ...rest] = said.split(' ');
      const bytes = Buffer.from(rest.join(' '), 'latin1');
      const name = bytes.toString('utf8');
      // The remote's HEAD is no branch. Other names that stand for a branch or a tag are ones themselves.
      if (symref !== '' && name === symbolic) continue;
      const known = name.startsWith(tags) ? name : branches.nameOf(name);
      if (known === undefined) continue;
      if (isUtf8(bytes) && isGitRefName(known)) listed.set(known, { id, name: known });
      else unusable += 1;
    }
  } while (await more());
  await git.finish();
  const refs = await peel(repository, [...listed.values()]);
  return { refs, unusable: unusable + listed.size - refs.length };
};

/** Tags may name tags. Nobody nests them deeper. */
const mostTagsInTags = 10;

/** What refs lead to in the end, as far as that is a commit. */
export const peel = async (repository: GitRepository, listed: readonly ListedRef[]): Promise<readonly GitRef[]> => {
  const facts = openFactsReader(repository);
  const contents = openContentReader(repository);
  try {
    const refs: GitRef[] = [];
    let open: readonly (ListedRef & { readonly tag?: TagNotes })[] = listed;
    for (let depth = 0; open.length > 0 && depth <= mostTagsInTags; depth += 1) {
      const types = (await facts.askAll(open.map(({ id }) => id))).map((object) => object?.type);
      for (const [at, { name, id, tag }] of open.entries()) if (types[at] === 'commit') refs.push({ name, target: id, tag });
      const tags = open.filter((_, at) => types[at] === 'tag');
      const read = (await contents.askAll(tags.map(({ id }) => id))).map((object) => object && parseTag(object));
      // What a person has written about a release stands in the outermost tag.
      open = tags.flatMap(({ name, tag }, at) => {
        const inner = read[at];
        return inner === undefined ? [] : [{ name, id: inner.target, tag: tag ?? inner.notes }];
      });
    }
    return refs;
  } finally {
    facts.close();
    contents.close();
  }
};

/**
 * The branch that HEAD names where refs are taken from, by the name that it has there. That of a clone with files is whatever its owner works on, and says
 * nothing.
 */
export const headOf = async (repository: GitRepository, source: RefSource): Promise<string | undefined> => {
  if (source.kind === 'local' && !repository.isBare) return undefined;
  const symbolic = symbolicOf(source);
  const named = (await repository.runGit(['symbolic-ref', '--quiet', symbolic])).stdout.trim();
  if (named === '' || named === symbolic) return undefined;
  const branch = (await branchesOf(repository, source)).nameOf(named);
  return branch !== undefined && isGitRefName(branch) ? branch : undefined;
};

/** The remote whose branches are meant: the one that is named, else the one that the configuration prefers. */
export const remoteOf = async ({ runGit }: GitRepository, named: string | undefined): Promise<string> => {
  const config = await readCloneConfig(runGit);
  if (named !== undefined) {
    if (!remotesOf(config).includes(named)) throw new AgentProblem(`there is no remote ${printable(named)}`);
    return named;
  }
  const remote = preferredRemote(config, 'download');
  if (remote === undefined)
    throw new AgentProblem('which remote? Name it with --remote, or use --local for the branches of this clone');
  return remote;
};

/** The one that is meant where none is named; undefined where nothing says which. */
export const defaultRemote = async ({ runGit }: GitRepository): Promise<string | undefined> =>
  preferredRemote(await readCloneConfig(runGit), 'download');
