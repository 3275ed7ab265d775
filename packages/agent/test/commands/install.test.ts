import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runAgent } from '../rigs/agent-process.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const repository = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const byId = `http://127.0.0.1:9/api/v1/repositories/${repository}/lfs`;
const byNames = 'http://127.0.0.1:9/acme/models.git/info/lfs';

describe('svc install --standalone in a clone', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    const remote = join(scratch.home, 'st.git');
    await mkdir(remote);
    await scratch.git(['init', '--quiet', '--bare'], { folder: remote });
    await scratch.git(['remote', 'add', 'origin', remote]);
    await scratch.git(['config', 'user.name', 'Test']);
    await scratch.git(['config', 'user.email', 'test@example.com']);
    await scratch.git(['lfs', 'install', '--local']);
    await writeFile(join(scratch.clone, '.gitattributes'), '*.bin filter=lfs -text\n');
    await writeFile(join(scratch.clone, 'a.bin'), 'bytes');
  });
  afterEach(() => scratch.remove());

  const install = () => runAgent(scratch, ['install', '--standalone', '--url', byId]);
  /** What git-lfs says of a push with an agent in the place of ours. */
  const push = async (): Promise<string> => {
    const refusing = `-c 'read -r line; echo "{\\"error\\":{\\"code\\":1,\\"message\\":\\"asked the agent\\"}}"'`;
    await scratch.git(['config', 'lfs.customtransfer.svc.args', refusing]);
    await scratch.git(['add', '--all']);
    await scratch.git(['commit', '--quiet', '--message', 'one']);
    return (await scratch.git(['push', 'origin', 'HEAD'])).stderr;
  };

  it('has git-lfs give the objects to the agent where the clone has no LFS URL, and says what it is now', async () => {
    const { code, stdout } = await install();
    expect(stdout).to.equal(
      `lfs.url of this clone, which had no LFS URL, is ${byId} now\ngit-lfs uses svc for everything (git config --local)\n`,
    );
    expect(code).to.equal(0);
    expect(await push()).to.contain('asked the agent');
  });

  it('has it do so where the clone has the LFS URL by names', async () => {
    await scratch.git(['config', '--file', '.lfsconfig', 'lfs.url', byNames]);
    expect((await install()).stdout).to.equal('git-lfs uses svc for everything (git config --local)\n');
    expect(await push()).to.contain('asked the agent');
  });

  it('is refused where git-lfs goes to another service, whose URL is said without its user', async () => {
    await scratch.git(['config', 'lfs.url', 'https://me:secret@git.example/lfs']);
    const { code, stdout, stderr } = await install();
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(stderr).to.match(/^svc: git-lfs uses https:\/\/git\.example\/lfs here, [^\n]*\n$/);
    expect((await scratch.git(['config', '--get-regexp', 'svc'])).stdout).to.equal('');
  });

  it('is for all clones with --global, whatever this one has', async () => {
    await scratch.git(['config', 'lfs.url', 'https://git.example/lfs']);
    const { stdout } = await runAgent(scratch, ['install', '--global', '--standalone', '--url', 'http://127.0.0.1:9']);
    expect(stdout).to.equal('git-lfs uses svc for everything (git config --global)\n');
  });
});
