import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { read } from '../client/exchange.js';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from './git-client.js';
import { runJGit } from './jgit/jgit-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';
import { cloneOf, createOrigin } from './working-copy.js';

const downloads = z.object({ objects: z.array(z.object({ oid: z.string(), download_url: z.string().optional() })) });

describe('JGit, which sends objects and never has them verified', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;
  let computer: GitClient;
  let origin: string;
  const files = { 'large.bin': bytesNamed('large', 300_000), 'small.bin': bytesNamed('small', 100) };
  const oids = Object.values(files).map(sha256);

  before(async () => {
    world = await createLfsWorld({ RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    repository = await world.createRepository('eclipse');
    token = await world.createToken();
    computer = await world.newComputer();
    origin = await createOrigin(computer);
  });
  after(() => world.close());

  /** What is in no commit: where JGit looks for the LFS server. */
  const configured = async (name: string): Promise<string> => {
    const folder = join(computer.root, name);
    await computer.git(computer.root, 'init', '--quiet', folder);
    await computer.git(folder, 'remote', 'add', 'origin', origin);
    await computer.git(folder, 'config', 'lfs.url', repository.lfsUrl);
    for (const part of ['clean', 'smudge']) {
      await computer.git(folder, 'config', `filter.lfs.${part}`, `jgit://builtin/lfs/${part}`);
    }
    await computer.git(folder, 'config', 'filter.lfs.useJGitBuiltin', 'true');
    return folder;
  };

  it('pushes files, and they are visible soon, without a download of theirs', async () => {
    const folder = await configured('jgit');
    await writeFile(join(folder, '.gitattributes'), '*.bin filter=lfs diff=lfs merge=lfs -text\n');
    await writeFile(join(folder, '.lfsconfig'), `[lfs]\n\turl = ${repository.lfsUrl}\n`);
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    world.proxy.forget();
    await runJGit('push', { folder, home: computer.environment['HOME'] ?? '', token });
    const sent = world.proxy.exchanges.filter(({ method, status }) => method === 'PUT' && status === 200);
    expect(sent).to.have.length(oids.length);
    expect(world.proxy.exchanges.filter(({ path }) => path.endsWith('/verify'))).to.deep.equal([]);
    await waitUntil('they are listed', async () => (await world.listedOids(repository)).length === oids.length);
    expect(await world.listedOids(repository)).to.have.members(oids);
    const body = { objects: oids.map((oid) => ({ oid })) };
    const answer = await world.call(token, 'POST', `/repositories/${repository.id}/downloads/authorize`, body);
    expect(read(answer, 200, downloads).objects.filter(({ download_url: url }) => url !== undefined)).to.have.length(oids.length);
  });

  it('and others get what it has pushed, whether they use git-lfs or JGit', async () => {
    const other = await world.newComputer();
    await other.saveCredential(repository.lfsUrl, token);
    const { outcome, copy } = await cloneOf(other, origin, 'with-git-lfs');
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    const folder = await configured('with-jgit');
    await runJGit('pull', { folder, home: computer.environment['HOME'] ?? '', token });
    for (const [name, bytes] of Object.entries(files)) {
      for (const path of [copy.path, folder]) expect((await readFile(join(path, name))).equals(bytes), name).to.equal(true);
    }
  });
});
