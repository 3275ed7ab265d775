import { access } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { agentName, filesOfEntry } from '../git/agent-entry.js';
import { createGitConfig } from '../git/git-config.js';
import { isStandaloneFor } from '../git/is-standalone.js';
import { lfsEndpoints } from '../git/lfs-endpoints.js';
import { gitRefusal } from '../git/git-refusal.js';
import type { RunGit } from '../git/run-git.js';
import { type CheckResult, failed, passed, skipped, warned } from './check.js';

/** Custom transfer agents as they are used here came with git-lfs 2.3. */
const LEAST_LFS = [2, 3] as const;

export const checkGit = async (runGit: RunGit): Promise<CheckResult> => {
  const { code, stdout, stderr } = await runGit(['--version']);
  const refused = gitRefusal(code === 0 ? (await runGit(['rev-parse', '--git-dir'])).stderr : stderr);
  if (code !== 0 && refused === undefined) return warned('git', `${firstLine(stderr)}; push and pull work without it`);
  return refused === undefined ? passed('git', stdout.trim()) : failed('git', refused);
};

export const checkGitLfs = async (runGit: RunGit): Promise<CheckResult> => {
  const { code, stdout, stderr } = await runGit(['lfs', 'version']);
  if (code !== 0 && gitRefusal(stderr) !== undefined) return skipped('git-lfs', 'git comes first');
  if (code !== 0) return warned('git-lfs', 'git-lfs is not installed; push and pull work without it');
  const [, major = 0, minor = 0] = (/^git-lfs\/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  const isOld = major < LEAST_LFS[0] || (major === LEAST_LFS[0] && minor < LEAST_LFS[1]);
  return isOld
    ? failed('git-lfs', `${firstLine(stdout)} is older than ${LEAST_LFS.join('.')}`)
    : passed('git-lfs', firstLine(stdout));
};

/** Whether git-lfs would find this agent, and in which mode it would use it. */
export const checkInstallation = async (runGit: RunGit): Promise<CheckResult> => {
  const config = createGitConfig(runGit);
  const program = await config.get(`lfs.customtransfer.${agentName}.path`);
  const parameters = await config.get(`lfs.customtransfer.${agentName}.args`);
  if (program === undefined)
    return warned('install', 'git-lfs does not know this command; run svc install in the clone, or with --global');
  for (const file of filesOfEntry({ path: program, args: parameters ?? '' })) {
    if (isAbsolute(file) && !(await exists(file))) {
      return failed('install', `git-lfs is told to start ${file}, which is not there; run svc install again`);
    }
  }
  return passed(
    'install',
    `git-lfs uses svc ${(await isStandalone(runGit)) ? 'for everything (standalone)' : 'where the server offers it'}`,
  );
};

/** For all that git-lfs goes to from here; where that is nothing, for any server. */
const isStandalone = async (runGit: RunGit): Promise<boolean> => {
  const endpoints = await lfsEndpoints(runGit);
  for (const url of endpoints) if (!(await isStandaloneFor(runGit, url))) return false;
  if (endpoints.length > 0) return true;
  const config = createGitConfig(runGit);
  const keys = [...(await config.keysIn('local', 'lfs.')), ...(await config.keysIn('global', 'lfs.'))];
  for (const key of keys.filter((each) => each.endsWith('.standalonetransferagent'))) {
    if ((await config.get(key)) === agentName) return true;
  }
  return false;
};

const exists = async (path: string): Promise<boolean> => {
  try {
    await access(path);
    return true;
  } catch {
    // Not there, or not for us: git-lfs could not start it either way.
    return false;
  }
};

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
