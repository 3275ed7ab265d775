import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { approveGitCredential, askGitCredential, findGitCredential, rejectGitCredential } from '../../src/git/git-credential.js';
import { createRunGit } from '../../src/git/run-git.js';
import { environmentFor } from '../rigs/agent-process.js';
import { type Askpass, writeAskpass } from '../rigs/askpass.js';
import { problemIn } from '../rigs/problem-in.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

describe("git's credential helpers", () => {
  let scratch: ScratchHome;
  before(async () => {
    scratch = await makeScratchHome();
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    await writeFile(join(scratch.home, '.git-credentials'), 'https://any:svc_pat_secret@svc.example\n');
  });
  after(() => scratch.remove());

  it('give what is saved for the host', async () => {
    expect(await findGitCredential(scratch.git, 'https://svc.example/api/v1/repositories/x/lfs')).to.equal('svc_pat_secret');
  });

  it('give what the URL itself carries', async () => {
    expect(await findGitCredential(scratch.git, 'https://me:pass@other.example/lfs')).to.equal('pass');
  });

  it('give nothing to another host, another scheme, or another user, and ask nobody', async () => {
    for (const url of ['https://other.example', 'http://svc.example', 'https://other@svc.example', 'no url']) {
      expect(await findGitCredential(scratch.git, url), url).to.equal(undefined);
    }
  });

  it('are not asked with a URL that has lines in it', async () => {
    expect(await findGitCredential(scratch.git, 'https://other.example\nhost=svc.example')).to.equal(undefined);
  });

  it('are given no field that has lines in it', async () => {
    const stored = join(scratch.home, '.git-credentials');
    const before = await readFile(stored, 'utf8');
    const url = 'https://svc.example';
    for (const end of ['\n', '\r', '\0']) {
      for (const fields of [
        { url, username: `token${end}host=evil.example`, secret: 'secret' },
        { url, username: 'token', secret: `secret${end}host=evil.example` },
        { url: `${url}${end}host=evil.example`, username: 'token', secret: 'secret' },
      ]) {
        const { message } = await problemIn(approveGitCredential(scratch.git, fields));
        expect(message).to.contain('control character').and.not.contain('secret');
      }
      await problemIn(rejectGitCredential(scratch.git, `https://other.example${end}host=svc.example`));
    }
    expect(await readFile(stored, 'utf8')).to.equal(before);
  });
});

describe('the program that git asks for passwords', () => {
  let scratch: ScratchHome;
  let askpass: Askpass;
  beforeEach(async () => {
    scratch = await makeScratchHome();
    askpass = await writeAskpass(scratch.home, 'svc_pat_secret');
  });
  afterEach(() => scratch.remove());
  const url = 'https://svc.example/api/v1/repositories/x/lfs';
  const gitWith = (env: Readonly<Record<string, string>> = {}) =>
    createRunGit({ folder: scratch.clone, environment: environmentFor(scratch, { env }) });
  const questions = ["Username for 'https://svc.example': ", "Password for 'https://svc_pat_secret@svc.example': "];

  it('answers as GIT_ASKPASS, else as core.askPass, and not as SSH_ASKPASS', async () => {
    expect(await askGitCredential(gitWith({ GIT_ASKPASS: askpass.program }), url)).to.equal('svc_pat_secret');
    expect(await askpass.asked()).to.deep.equal(questions);
    expect(await askGitCredential(gitWith({ SSH_ASKPASS: askpass.program }), url)).to.equal(undefined);
    await scratch.git(['config', 'core.askPass', askpass.program]);
    expect(await askGitCredential(gitWith({ GIT_ASKPASS: '' }), url)).to.equal(undefined);
    expect(await askpass.asked()).to.deep.equal(questions);
    expect(await askGitCredential(gitWith(), url)).to.equal('svc_pat_secret');
    expect(await askpass.asked()).to.deep.equal([...questions, ...questions]);
  });

  it('is asked once by a command for each URL, without the helpers, and not by those who want the helpers alone', async () => {
    const helper = join(scratch.home, 'helped');
    await scratch.git(['config', 'credential.helper', `!echo "$1" >>'${helper}'; :`]);
    const git = gitWith({ GIT_ASKPASS: askpass.program });
    expect(await findGitCredential(git, url)).to.equal(undefined);
    expect(await askpass.asked()).to.deep.equal([]);
    const [helped] = await Promise.all([readFile(helper, 'utf8'), askGitCredential(git, url), askGitCredential(git, url)]);
    await askGitCredential(git, url);
    expect(await askpass.asked()).to.deep.equal(questions);
    expect(await readFile(helper, 'utf8')).to.equal(helped);
    await askGitCredential(git, 'https://me@other.example/lfs');
    expect(await askpass.asked()).to.deep.equal([...questions, "Password for 'https://me@other.example': "]);
  });
});
