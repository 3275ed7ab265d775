import { expect } from 'chai';
import { runGit } from '../../src/git/run-git.js';
import type { SettingSources } from '../../src/settings/settings.js';
import { findService } from '../../src/transfer/find-service.js';
import type { Action } from '../../src/transfer/message.js';
import { problemIn } from '../rigs/problem-in.js';

const mine = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const other = '1b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const service = 'https://svc.example';
const lfs = (repository: string, base = service): string => `${base}/api/v1/repositories/${repository}/lfs`;

const sources = (given: Partial<SettingSources>): SettingSources => ({
  flags: {},
  environment: {},
  gitConfig: {},
  cloneLfsUrl: undefined,
  ...given,
});
const actionTo = (href: string, header: Action['header'] = {}): Action => ({ href, header });

describe('where the server says that an object goes', () => {
  const token = 'svc_pat_of_mine';
  const environment = { url: service, repository: mine, token };

  it('gets the token of the person for the repository that the settings name, or the clone', async () => {
    const found = { baseUrl: service, repositoryId: mine, credential: token, allowHttp: false };
    for (const given of [
      { environment },
      { environment: { url: service, token }, cloneLfsUrl: lfs(mine) },
      { environment: { url: lfs(mine), token } },
      {
        environment: { ...environment, repository: other },
        cloneLfsUrl: `https://user@svc.example/api/v1/repositories/${mine}/lfs`,
      },
    ]) {
      expect(await findService(actionTo(lfs(mine)), sources(given), runGit), JSON.stringify(given)).to.deep.equal(found);
    }
  });

  it('gets no token of the person for another repository of the same service, though the server says so', async () => {
    for (const given of [
      { environment },
      { environment: { url: service, token }, cloneLfsUrl: lfs(mine) },
      { environment: { url: service, token }, cloneLfsUrl: 'https://foreign.example/some.git/info/lfs' },
      { environment: { url: service, token } },
    ]) {
      const { message: problem } = await problemIn(findService(actionTo(lfs(other)), sources(given), runGit));
      expect(problem, JSON.stringify(given)).to.include(lfs(other));
      expect(problem).not.to.include(token);
    }
  });

  it('gets nothing that git knows for a repository that nobody has named', async () => {
    const cloneLfsUrl = lfs(mine, 'https://clone.example');
    const { message: problem } = await problemIn(
      findService(actionTo(lfs(other, 'https://clone.example')), sources({ cloneLfsUrl }), runGit),
    );
    expect(problem).to.include('neither the settings nor the LFS URL of the clone');
  });

  it('gets what the server itself has sent along, wherever that leads', async () => {
    const header = { Authorization: 'Bearer svc_ci_of_the_server' };
    const { credential, repositoryId } = await findService(actionTo(lfs(other), header), sources({ environment }), runGit);
    expect({ credential, repositoryId }).to.deep.equal({ credential: 'svc_ci_of_the_server', repositoryId: other });
  });
});
