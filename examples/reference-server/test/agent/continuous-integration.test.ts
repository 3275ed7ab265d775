import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from '../git-lfs/lfs-world.js';
import { createOrigin, createWorkingCopy } from '../git-lfs/working-copy.js';
import { sentPacks } from './tree-traffic.js';

const bundle = fileURLToPath(new URL('../../../../packages/agent/dist/svc.js', import.meta.url));

/** The commands of the guide: three ways to say the credential, and what follows. */
const commandsOfTheGuide = async (): Promise<{ readonly ways: readonly string[]; readonly work: string }> => {
  const text = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('\n## Continuous integration\n');
  const [chapter = ''] = section.split('\n## ', 1);
  const blocks = [...chapter.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return { ways: blocks.slice(0, -1), work: blocks.at(-1) ?? '' };
};

describe('the guide for continuous integration', () => {
  let world: LfsWorld;
  let token: string;
  before(async () => {
    world = await createLfsWorld();
    token = await world.createToken({ kind: 'CI' });
  });
  after(() => world.close());

  /** A machine of the pipeline, on which nobody has saved anything and git does not call git-lfs yet, with `svc` on its PATH. */
  const newMachine = async (): Promise<GitClient> => {
    const machine = await world.newComputer();
    await machine.git(machine.root, 'config', '--global', '--remove-section', 'filter.lfs');
    await mkdir(join(machine.root, 'bin'));
    await writeFile(join(machine.root, 'bin/svc'), `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`, { mode: 0o755 });
    return machine;
  };

  const run = async (machine: GitClient, script: string, env: Readonly<Record<string, string>>) =>
    promisify(execFile)('sh', ['-e', '-c', script], {
      cwd: machine.root,
      env: {
        ...machine.environment,
        PATH: `${join(machine.root, 'bin')}:${machine.environment['PATH'] ?? ''}`,
        SVC: world.proxy.url,
        CI_TOKEN: token,
        ...env,
      },
    });

  /** Where a developer has pushed a file before. */
  const origin = async (repository: RepositoryName, lfsUrl: string, bytes: Buffer): Promise<string> => {
    const developer = await world.newComputer();
    await developer.saveCredential(lfsUrl, token);
    const path = await createOrigin(developer, `${repository.id}.git`);
    const copy = await createWorkingCopy(developer, path, lfsUrl);
    await copy.commit({ 'model.bin': bytes });
    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    return path;
  };

  for (const [way, source] of ['http.extraHeader', 'http.extraHeader', '.netrc'].entries()) {
    for (const isByNames of [false, true]) {
      it(`works as written: way ${way + 1}, with an LFS URL by ${isByNames ? 'names' : 'id'}`, async () => {
        const { ways, work } = await commandsOfTheGuide();
        expect(ways).to.have.length(3);
        const name = `way-${way}-${isByNames ? 'names' : 'id'}`;
        const repository = await world.createRepository(name);
        const lfsUrl = isByNames ? `${world.proxy.url}/acme/${name}.git/info/lfs` : repository.lfsUrl;
        const bytes = bytesNamed(name, 600_000);
        const machine = await newMachine();
        const env = { ORIGIN: await origin(repository, lfsUrl, bytes) };
        world.proxy.forget();
        // The pipeline makes something between the last two commands.
        const more = bytesNamed(`made by ${name}`, 500_000);
        await writeFile(join(machine.root, 'made'), more);
        const [begin = '', end = ''] = work.split(/(?=^git push)/m);
        const makes = 'cp ../made made.bin\ngit add made.bin\ngit commit --quiet --message Made\n';
        const { stdout, stderr } = await run(machine, (ways[way] ?? '') + begin + makes + end, env);
        expect(stdout)
          .to.contain('ok      lfs-filter: ')
          .and.contain('ok      credential: ')
          .and.contain(source)
          .and.contain('ok      repository: ');
        expect(stdout + stderr).to.not.contain(token);
        expect((await readFile(join(machine.root, 'checkout/model.bin'))).equals(bytes)).to.equal(true);
        expect(await world.listedOids(repository)).to.have.members([bytes, more].map((each) => sha256(each)));
        // The agent has sent it, and not git-lfs alone.
        expect(sentPacks(world.proxy)).to.have.length(1);
      });
    }
  }
});
