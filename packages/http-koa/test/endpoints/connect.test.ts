import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { textAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser } from '../support/world.js';

const run = promisify(execFile);

describe('what /connect tells people to paste', () => {
  let service: TestService;
  let owner: TestUser;
  let connect: unknown;
  let folder: string;
  before(async () => {
    const acme = await startAcme();
    ({ service, owner } = acme);
    const repository = await acme.world.repository(owner, acme.organization, { name: 'Models' });
    connect = (await acme.world.call('GET', `/repositories/${repository}/connect`, { token: owner.token })).json;
    folder = await mkdtemp(join(tmpdir(), 'connect-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await service.close();
  });

  /** The arguments of a process are seen by everybody on a machine. */
  const watchedCurl = 'curl() { case "$*" in *"$SVC_TOKEN"*) exit 99 ;; esac; command curl "$@"; }\n';

  const shell = (script: string): Promise<{ stdout: string; stderr: string }> =>
    run('sh', ['-euc', watchedCurl + script], {
      cwd: folder,
      env: { ...process.env, HOME: folder, SVC_TOKEN: owner.token, GIT_CONFIG_NOSYSTEM: '1' },
    });

  it('uploads a file with curl, and downloads it again', async () => {
    const bytes = Buffer.from('weights of a model');
    await writeFile(join(folder, 'model.bin'), bytes);
    await shell(textAt(connect, 'connect.upload_session.commands').replace('path/to/file', 'model.bin'));
    const oid = sha256(bytes);
    await shell(textAt(connect, 'connect.download.commands').replace('64-hex-digits', oid));
    expect((await readFile(join(folder, oid))).equals(bytes)).to.equal(true);
    expect(service.faults).to.deep.equal([]);
  });

  it('uploads a file that the repository has already, without a word of an error', async () => {
    await writeFile(join(folder, 'twice.bin'), 'the same bytes');
    const upload = textAt(connect, 'connect.upload_session.commands').replace('path/to/file', 'twice.bin');
    await shell(upload);
    const { stdout, stderr } = await shell(upload);
    expect(stderr).to.equal('');
    expect(stdout).to.contain('"status":"FINALIZED"');
  });

  it('uploads a file whose name curl would take for a pattern, and sha256sum for an option', async () => {
    const name = '-weights [fp16] {a,b}.bin';
    await writeFile(join(folder, name), 'weights of half the size');
    const upload = textAt(connect, 'connect.upload_session.commands').replace('path/to/file', `'${name}'`);
    expect((await shell(upload)).stdout).to.contain('"uploaded_objects":1');
  });

  it('finalizes nothing, and fails, where there is no such file', async () => {
    const upload = textAt(connect, 'connect.upload_session.commands').replace('path/to/file', 'missing.bin');
    // Pasted lines run one after the other, whatever became of those before.
    const { stdout } = await shell(`set +e\n${upload}echo "exit $?"`);
    expect(stdout).to.match(/^exit [1-9]/);
  });

  it('names service and repository to the agent, for git and without it', async () => {
    const repository = textAt(connect, 'connect.repository_url').replace(/.*\//, '');
    const commands = textAt(connect, 'connect.agent.commands');
    const { stdout } = await shell(`svc() { echo "$SVC_URL $SVC_REPOSITORY $*"; }\n${commands}`);
    expect(stdout.split('\n').slice(0, 3)).to.deep.equal(
      ['install', 'push path/to/file', 'pull 64-hex-digits -o path/to/copy'].map(
        (command) => `${service.baseUrl} ${repository} ${command}`,
      ),
    );
  });

  it('writes the .lfsconfig that it shows, and stores the credential where git finds it', async () => {
    const url = textAt(connect, 'connect.git_lfs.url');
    await shell('git init -q .');
    await shell(`git config -f .lfsconfig lfs.url '${url}'`);
    expect(textAt(connect, 'connect.git_lfs.commands')).to.include(`git config -f .lfsconfig lfs.url '${url}'\n`);
    expect(await readFile(join(folder, '.lfsconfig'), 'utf8')).to.equal(textAt(connect, 'connect.git_lfs.lfsconfig'));
    await shell(textAt(connect, 'connect.git_lfs.credentials'));
    const { stdout } = await shell(`printf 'url=%s\\n\\n' '${service.baseUrl}' | git credential fill`);
    expect(stdout).to.include(`password=${owner.token}\n`);
  });
});
