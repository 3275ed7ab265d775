import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findGitCredential } from '../../src/git/git-credential.js';
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
});
