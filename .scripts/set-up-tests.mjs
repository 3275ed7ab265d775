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

// The server and the command that tests start as processes of their own, from today's sources.
for (const folder of ['examples/reference-server', 'packages/agent']) await bundleCommand(join(root, folder));
