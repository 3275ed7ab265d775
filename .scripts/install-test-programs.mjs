import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './run.mjs';
import { root } from './workspaces.mjs';

// Needs nothing of npm's, so that CI can have it beside `npm ci`.

const answers = (command, parameters) => spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;

const ofCeph = ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'];

/** What the tests drive and npm does not bring, with Debian's packages for it. */
const programs = [
  { name: 'Git LFS', isThere: answers('git', ['lfs', 'version']), packages: ['git', 'git-lfs'] },
  {
    name: 'Ceph, whose gateway is their S3',
    isThere: ofCeph.every((program) => answers(program, ['--version'])),
    packages: ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-base', 'ceph-common'],
  },
  {
    name: 'JGit, and a JDK for the few lines that drive it',
    isThere: existsSync('/usr/share/java/org.eclipse.jgit.lfs.jar') && answers('javac', ['-version']),
    packages: ['libjgit-java', 'default-jdk-headless'],
  },
  {
    name: 'Chromium',
    isThere: ['chromium-headless-shell', 'chromium', 'google-chrome'].some((name) => existsSync(`/usr/bin/${name}`)),
    packages: ['chromium-headless-shell'],
  },
  { name: 'zsh', isThere: answers('zsh', ['--version']), packages: ['zsh'] },
  { name: 'fish', isThere: answers('fish', ['--version']), packages: ['fish'] },
  { name: 'nginx', isThere: existsSync('/usr/sbin/nginx') || answers('nginx', ['-v']), packages: ['nginx'] },
  { name: 'PgBouncer', isThere: existsSync('/usr/sbin/pgbouncer') || answers('pgbouncer', ['-V']), packages: ['pgbouncer'] },
];

/** Whether what is installed is started, too, is up to this file. */
const policy = '/usr/sbin/policy-rc.d';

const install = async (packages) => {
  const isOurs = !existsSync(policy);
  // The tests start an nginx of their own; that of the system would take ports of the machine.
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await run('apt-get', ['update', '-qq'], root);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], root, {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  } finally {
    if (isOurs) rmSync(policy);
  }
};

const missing = programs.filter(({ isThere }) => !isThere);
if (missing.length > 0) {
  const packages = missing.flatMap((program) => program.packages);
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    const names = missing.map(({ name }) => name).join('; ');
    console.error(`The tests need ${names}: install what Debian calls ${packages.join(', ')}, then run npm test again.`);
    process.exit(1);
  }
  await install(packages);
}
