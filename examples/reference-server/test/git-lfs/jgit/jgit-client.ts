import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('JGitClient.java', import.meta.url));

/** Debian's packages libjgit-java and what it depends on put them there; the set-up of the tests installs them. */
const jars = ['org.eclipse.jgit', 'org.eclipse.jgit.lfs', 'gson', 'javaewah', 'jsch', 'slf4j-api', 'slf4j-nop'].map(
  (name) => `/usr/share/java/${name}.jar`,
);

/** Runs the real JGit with its own Git LFS over a working copy, whose configuration names the LFS server. */
export const runJGit = async (
  command: 'push' | 'pull',
  { folder, home, token }: { readonly folder: string; readonly home: string; readonly token: string },
): Promise<void> => {
  const missing = jars.filter((jar) => !existsSync(jar));
  if (missing.length > 0) throw new Error(`JGit is not installed: ${missing.join(', ')}`);
  await promisify(execFile)('java', ['-XX:TieredStopAtLevel=1', '-cp', jars.join(':'), program, command, folder], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, LC_ALL: 'C.UTF-8', LFS_TOKEN: token },
  });
};
