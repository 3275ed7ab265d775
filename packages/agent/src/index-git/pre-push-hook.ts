import { access, constants, copyFile, link, lstat, mkdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AgentProblem } from '../agent-problem.js';
import { quoteForShell } from '../git/agent-entry.js';
import { usesLfs } from '../git/uses-lfs.js';
import { codeOf } from '../error-code.js';
import { type FileSystem, nodeFileSystem } from '../file-system.js';
import { openPartFile } from '../pull/part-file.js';
import { readFully } from '../read-fully.js';
import type { GitRepository } from './open-repository.js';

/** By which a hook of ours is known. */
const marker = '# Written by "svc index --install-hook"; "svc index --uninstall-hook" takes it back.';

const hookName = 'pre-push';
const chainedName = 'pre-push.before-svc';

export interface HookProgram {
  /** The Node that runs this very command, and the file that it was started with. */
  readonly node: string;
  readonly program: string;
  /** How long a push waits, at most. */
  readonly limitSeconds: number;
}

/**
 * What was there runs first, with the same parameters and the same refs on its stdin, and may refuse the push. Where there was nothing, git-lfs does, as its own
 * hook would have it: git-lfs writes none where ours is. So it refuses a push whose objects it cannot send. Whatever comes of the index, the push goes on.
 */
const hookText = ({ node, program, limitSeconds }: HookProgram): string => `#!/bin/sh
${marker}
# It indexes what is pushed, for ${limitSeconds} seconds at most; what is not done then is done at the next push or by "svc index".
refs=$(cat)
tell() { [ -z "$refs" ] || printf '%s\\n' "$refs"; }
before=$(dirname "$0")/${chainedName}
uses_lfs() { [ -d "$(git rev-parse --git-common-dir)/lfs" ] || git config --get lfs.storage >/dev/null; }
if [ -x "$before" ]; then
  tell | "$before" "$@" || exit $?
elif uses_lfs; then
  if ! command -v git-lfs >/dev/null 2>&1; then
    echo 'svc: this clone uses Git LFS, but git-lfs is not on the PATH, so nothing is pushed; to push without what it has: git push --no-verify' >&2
    exit 2
  fi
  tell | git lfs pre-push "$@" || exit $?
fi
node=${quoteForShell(node)}
program=${quoteForShell(program)}
[ -x "$node" ] || node=node
if [ -f "$program" ] && command -v "$node" >/dev/null 2>&1; then
  tell | "$node" "$program" index --pre-push "$1" --limit-seconds ${limitSeconds} || :
elif command -v svc >/dev/null 2>&1; then
  tell | svc index --pre-push "$1" --limit-seconds ${limitSeconds} || :
else
  echo 'svc: what is pushed is not indexed: svc is gone; install it again, then run: svc index --install-hook' >&2
fi
exit 0
`;

/** Undefined where there is none. */
const textOfHook = async (fileSystem: FileSystem, path: string): Promise<string | undefined> => {
  try {
    const file = await fileSystem.open(path, constants.O_RDONLY);
    try {
      const bytes = new Uint8Array(Number((await file.stat({ bigint: true })).size));
      return new TextDecoder().decode(bytes.subarray(0, await readFully(file, bytes, 0)));
    } finally {
      await file.close();
    }
  } catch (fault) {
    const code = codeOf(fault);
    if (code === 'ENOENT') return undefined;
    throw new AgentProblem(`${path} cannot be read (${code}): it may be a hook that is needed`);
  }
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );

/** Where git looks for the hooks of this clone alone. */
const hooksFolder = async ({ runGit, folder = '' }: GitRepository): Promise<string> => {
  const shared = (await runGit(['config', '--get', 'core.hooksPath'])).stdout.trim();
  if (shared !== '') {
    throw new AgentProblem(
      `core.hooksPath is ${shared}, whose hooks are not of this clone alone: have the pre-push hook there run: svc index --pre-push "$1"`,
    );
  }
  return resolve(folder, (await runGit(['rev-parse', '--git-path', 'hooks'])).stdout.trim());
};

const textOfProgram = (path: string): Promise<string | undefined> =>
  access(path, constants.X_OK)
    .then(() => readFile(path, 'utf8'))
    .catch(() => undefined);

/** What has to be done in a folder of hooks for pushes to send what Git LFS has; undefined where the hook there names git-lfs. */
export const lfsRemedy = async (folder: string): Promise<string | undefined> => {
  const path = join(folder, hookName);
  const chained = join(folder, chainedName);
  const text = await textOfProgram(path);
  if (text === undefined) return 'run git lfs update';
  const before = text.includes(marker) ? await textOfProgram(chained) : undefined;
  if (/\bgit[ -]lfs pre-push\b/.test(before ?? text)) return undefined;
  if (before === undefined && text.includes(marker)) return 'run svc index --install-hook again';
  return `have ${before === undefined ? path : chained} run: git lfs pre-push "$@", unless what it starts does so`;
};

/** Gives the hook a second name, and leaves it the one by which git finds it. */
const keep = async (path: string, chained: string): Promise<void> => {
  if (await isLink(path)) await symlink(await readlink(path), chained);
  // Not every file system has a second name for a file.
  else await link(path, chained).catch(() => copyFile(path, chained, constants.COPYFILE_EXCL));
};

/**
 * Writes the hook; one that is there is kept and runs before it. Doing it again changes nothing but what it starts and how long it takes. Wherever it is cut off,
 * git finds the hook that was there or this one: without any it would push pointers whose objects nobody has sent.
 */
export const installHook = async (
  repository: GitRepository,
  program: HookProgram,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<{ readonly isChained: boolean }> => {
  const folder = await hooksFolder(repository);
  const path = join(folder, hookName);
  const chained = join(folder, chainedName);
  const present = await textOfHook(fileSystem, path);
  // What is written there would become a file wherever the link leads, such as among the files of the repository.
  if (present === undefined && (await isLink(path))) throw new AgentProblem(`${path} is a link that leads nowhere: remove it`);
  await mkdir(folder, { recursive: true });
  const isOther = present !== undefined && !present.includes(marker);
  const isKept = isOther && (await textOfProgram(chained)) === present;
  if (isOther && !isKept && (await isThere(chained)))
    throw new AgentProblem(`${path} and ${chained} are both there: move one of them away`);
  const file = await openPartFile(fileSystem, path, { permissions: 0o755 });
  try {
    await file.append([new TextEncoder().encode(hookText(program))]);
    if (isOther && !isKept) await keep(path, chained);
    await file.publish();
  } finally {
    await file.discard();
  }
  return { isChained: await isThere(chained) };
};

/** Takes the hook back, and puts the one that it ran before in its place, or that of git-lfs where it has stood for that. False when there is none of ours. */
export const uninstallHook = async (repository: GitRepository, fileSystem: FileSystem = nodeFileSystem): Promise<boolean> => {
  const folder = await hooksFolder(repository);
  const path = join(folder, hookName);
  const chained = join(folder, chainedName);
  if (!(await textOfHook(fileSystem, path))?.includes(marker)) return false;
  if (await isThere(chained)) await rename(chained, path);
  else {
    await rm(path);
    if (await usesLfs(repository.runGit, repository.folder)) await repository.runGit(['lfs', 'update']);
  }
  return true;
};
