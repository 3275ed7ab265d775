import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunGit } from '../../src/git/run-git.js';
import { findCredential } from '../../src/settings/find-credential.js';
import { environmentFor } from '../rigs/agent-process.js';
import { writeAskpass } from '../rigs/askpass.js';
import { problemIn } from '../rigs/problem-in.js';
import { makeScratchHome, type ScratchHome } from '../rigs/scratch-home.js';

const path = 'svc.example/acme/models.git/info/lfs';
const credentialUrl = `https://${path}`;
const basic = (text: string): string => `Authorization: Basic ${Buffer.from(text).toString('base64')}`;

describe('the credential for a service', () => {
  let scratch: ScratchHome;
  beforeEach(async () => {
    scratch = await makeScratchHome();
  });
  afterEach(() => scratch.remove());

  interface Given {
    readonly token?: string;
    readonly credentialUrl?: string;
    readonly env?: Readonly<Record<string, string>>;
  }
  const found = ({ env = {}, ...given }: Given = {}) =>
    findCredential(
      { token: undefined, credentialUrl, netrcFile: join(scratch.home, '.netrc'), ...given },
      createRunGit({ folder: scratch.clone, environment: environmentFor(scratch, { env }) }),
    );
  const setHeader = (value: string) => scratch.git(['config', 'http.https://svc.example/.extraHeader', value]);

  it('is the token that was given, then that of http.extraHeader, of the URL, of .netrc, and of the helpers', async () => {
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    await writeFile(join(scratch.home, '.git-credentials'), 'https://token:helped@svc.example\n');
    expect(await found()).to.deep.equal({ secret: 'helped', source: 'git' });
    await writeFile(join(scratch.home, '.netrc'), 'machine svc.example login token password from-netrc');
    expect(await found()).to.deep.equal({ secret: 'from-netrc', source: 'netrc' });
    expect(await found({ credentialUrl: `https://me:from-url@${path}` })).to.deep.equal({ secret: 'from-url', source: 'url' });
    await setHeader('Authorization: Bearer from-header');
    expect(await found({ credentialUrl: `https://me:from-url@${path}` })).to.deep.equal({
      secret: 'from-header',
      source: 'header',
    });
    expect(await found({ token: 'given' })).to.deep.equal({ secret: 'given', source: 'token' });
  });

  it('is what the program answers that git asks for passwords, when nothing else has one', async () => {
    const { program, asked } = await writeAskpass(scratch.home, 'answered');
    const env = { GIT_ASKPASS: program };
    expect(await found({ env })).to.deep.equal({ secret: 'answered', source: 'askpass' });
    expect(await asked()).to.have.length(2);
    await scratch.git(['config', '--global', 'credential.helper', 'store']);
    await writeFile(join(scratch.home, '.git-credentials'), 'https://token:helped@svc.example\n');
    expect(await found({ env })).to.deep.equal({ secret: 'helped', source: 'git' });
    expect(await asked()).to.have.length(2);
  });

  it('is a token that stands in the URL as the user name, and no other name', async () => {
    await writeFile(join(scratch.home, '.netrc'), 'machine svc.example login me password mine');
    for (const name of ['svc_pat_one', 'svc_repo_two', 'svc_ci_three', 'svc_ses_four']) {
      const url = { secret: name, source: 'url' };
      expect(await found({ credentialUrl: `https://${name}@${path}` })).to.deep.equal(url);
      expect(await found({ credentialUrl: `https://${name.replaceAll('_', '%5F')}:@${path}` })).to.deep.equal(url);
    }
    expect(await found({ credentialUrl: `https://me@${path}` })).to.deep.equal({ secret: 'mine', source: 'netrc' });
    expect(await found({ credentialUrl: `https://svc_pat_100%@${path}` })).to.deep.equal({
      secret: 'svc_pat_100%',
      source: 'url',
    });
    const asPassword = { credentialUrl: `https://svc_pat_one:other@${path}` };
    expect(await found(asPassword)).to.deep.equal({ secret: 'other', source: 'url' });
    await setHeader('Authorization: Bearer from-header');
    expect(await found({ credentialUrl: `https://svc_pat_one@${path}` })).to.include({ source: 'header' });
  });

  it('is what stands in Basic too, as the password or as the user name', async () => {
    for (const [text, secret] of [
      ['token:one', 'one'],
      ['two:', 'two'],
    ] as const) {
      await setHeader(basic(text));
      expect((await found()).secret).to.equal(secret);
    }
  });

  it('is none of the host that stands before a backslash, which git takes for a part of the user', async () => {
    await writeFile(join(scratch.home, '.netrc'), 'machine github.example password other-secret');
    const { message } = await problemIn(found({ credentialUrl: `https://github.example\\@${path}` }));
    expect(message).to.contain('there is no credential for https://svc.example');
  });

  it('is none of what no header of the service has, nor of what is for another host', async () => {
    await writeFile(join(scratch.home, '.netrc'), 'machine other.example password other-secret default password any-secret');
    await scratch.git(['config', 'http.https://other.example/.extraHeader', 'Authorization: Bearer other-secret']);
    for (const value of ['Authorization: Negotiate secret', 'Authorization: Bearer', basic('no colon'), basic(':')]) {
      await setHeader(value);
      const { message } = await problemIn(found());
      expect(message, value).to.contain('there is no credential for https://svc.example').and.not.contain('secret');
    }
  });
});
