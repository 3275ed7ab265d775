import { expect } from 'chai';
import { err, ok } from 'neverthrow';
import { connectionsHere, runGitHere } from '../rigs/run-git-here.js';
import type { SettingSources } from '../../src/settings/setting-sources.js';
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
const dependencies = { runGit: runGitHere, connections: connectionsHere, signal: new AbortController().signal };
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
      expect(await findService(actionTo(lfs(mine)), sources(given), dependencies), JSON.stringify(given)).to.include(found);
    }
  });

  it('gets no token of the person for another repository of the same service, though the server says so', async () => {
    for (const given of [
      { environment },
      { environment: { url: service, token }, cloneLfsUrl: lfs(mine) },
      { environment: { url: service, token }, cloneLfsUrl: 'https://foreign.example/some.git/info/lfs' },
      { environment: { url: service, token } },
    ]) {
      const { message: problem } = await problemIn(findService(actionTo(lfs(other)), sources(given), dependencies));
      expect(problem, JSON.stringify(given)).to.include(lfs(other));
      expect(problem).not.to.include(token);
    }
  });

  it('gets the token of the person for the repository that they, or the clone, have named by its names, and for no other', async () => {
    const byNames = `${service}/acme/models.git/info/lfs`;
    const names = new Map([[byNames, ok(mine)]]);
    for (const given of [
      { environment: { ...environment, repository: 'acme/models' } },
      { environment: { url: byNames, token } },
      { environment: { url: service, token }, cloneLfsUrl: byNames },
    ]) {
      const found = await findService(actionTo(lfs(mine)), sources({ ...given, names }), dependencies);
      expect(found, JSON.stringify(given)).to.include({ repositoryId: mine, credential: token });
      const asked = findService(actionTo(lfs(other)), sources({ ...given, names }), dependencies);
      expect((await problemIn(asked)).message).to.include('which neither the settings nor');
    }
  });

  it('gets nothing for names of which nobody knows whose they are, and the reason is told where the clone has them', async () => {
    const byNames = `${service}/acme/models.git/info/lfs`;
    const names = new Map([[byNames, err('there is none')]]);
    for (const [given, problem] of [
      [{ environment: { ...environment, repository: 'acme/models' } }, 'which neither the settings nor'],
      [{ environment: { url: byNames, token } }, 'which neither the settings nor'],
      [{ environment: { url: service, token }, cloneLfsUrl: byNames }, 'is not known: there is none'],
    ] as const) {
      const asked = findService(actionTo(lfs(mine)), sources({ ...given, names }), dependencies);
      expect((await problemIn(asked)).message, JSON.stringify(given))
        .to.include(lfs(mine))
        .and.include(problem);
    }
  });

  it('gets what is for the LFS URL of the clone as it is written, though git reaches it by another', async () => {
    const reached = 'https://forwarded.example';
    const written = (path: string): string => `https://me:secret@svc.example${path}`;
    for (const [path, names] of [
      [`/api/v1/repositories/${mine}/lfs`, undefined],
      ['/acme/models.git/info/lfs', new Map([[`${reached}/acme/models.git/info/lfs`, ok(mine)]])],
    ] as const) {
      const given = sources({ cloneLfsUrl: reached + path, writtenLfsUrl: written(path), names });
      const found = await findService(actionTo(lfs(mine)), given, dependencies);
      expect(found, path).to.include({ baseUrl: service, repositoryId: mine, credential: 'secret' });
      for (const refused of [lfs(other), lfs(mine, 'https://third.example')]) {
        const { message } = await problemIn(findService(actionTo(refused), given, dependencies));
        expect(message).to.include('which neither the settings nor');
      }
    }
    const otherNames = { cloneLfsUrl: `${reached}/acme/models.git/info/lfs`, writtenLfsUrl: written('/acme/other.git/info/lfs') };
    const names = new Map([[otherNames.cloneLfsUrl, ok(mine)]]);
    const asked = findService(actionTo(lfs(mine)), sources({ ...otherNames, names }), dependencies);
    expect((await problemIn(asked)).message).to.include('which neither the settings nor');
  });

  it('is refused where that is by names: then nobody could tell whose it is', async () => {
    const asked = findService(actionTo(`${service}/acme/models.git/info/lfs`), sources({ environment }), dependencies);
    expect((await problemIn(asked)).message).to.equal("the server's URL is not the LFS URL of a repository");
  });

  it('gets nothing that git knows for a repository that nobody has named', async () => {
    const cloneLfsUrl = lfs(mine, 'https://clone.example');
    const { message: problem } = await problemIn(
      findService(actionTo(lfs(other, 'https://clone.example')), sources({ cloneLfsUrl }), dependencies),
    );
    expect(problem).to.include('neither the settings nor the LFS URL of the clone');
  });

  it('gets what the server itself has sent along, wherever that leads', async () => {
    const header = { Authorization: 'Bearer svc_ci_of_the_server' };
    const { credential, repositoryId } = await findService(actionTo(lfs(other), header), sources({ environment }), dependencies);
    expect({ credential, repositoryId }).to.deep.equal({ credential: 'svc_ci_of_the_server', repositoryId: other });
  });
});
