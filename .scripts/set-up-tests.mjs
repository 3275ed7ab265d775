import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleCommand } from './bundle.mjs';
import { run } from './run.mjs';
import { root } from './workspaces.mjs';

const answers = (command, parameters) => spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;

// The tests drive the real client, which npm does not bring.
if (!answers('git', ['lfs', 'version'])) {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await run('apt-get', ['update', '-qq'], root);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'git', 'git-lfs'], root);
  } else {
    console.error('The tests need Git LFS: install git and git-lfs (https://git-lfs.com), then run npm test again.');
    process.exit(1);
  }
}

// JGit, which is another client of Git LFS, and what compiles the few lines that drive it.
if (!existsSync('/usr/share/java/org.eclipse.jgit.lfs.jar') || !answers('javac', ['-version'])) {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await run('apt-get', ['update', '-qq'], root);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'libjgit-java', 'default-jdk-headless'], root);
  } else {
    console.error(
      'The tests need JGit and a JDK: install libjgit-java and default-jdk-headless, as Debian has them, then run npm test again.',
    );
    process.exit(1);
  }
}

// The server and the command that tests start as processes of their own, from today's sources.
for (const folder of ['examples/reference-server', 'packages/agent']) await bundleCommand(join(root, folder));
