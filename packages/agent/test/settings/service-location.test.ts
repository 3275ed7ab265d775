import { expect } from 'chai';
import { lfsUrlOf, parseReference, parseServiceLocation } from '../../src/settings/service-location.js';

const repositoryId = '0190b7a8-0000-7000-8000-000000000001';

describe('parseServiceLocation', () => {
  it('finds service and repository in an LFS URL, however its client has put it together', () => {
    for (const path of ['/lfs', '/lfs/', '.git/info/lfs', '/lfs.git/info/lfs']) {
      const url = `https://svc.example/base/api/v1/repositories/${repositoryId}${path}`;
      expect(parseServiceLocation(url, false)._unsafeUnwrap(), path).to.deep.equal({
        baseUrl: 'https://svc.example/base',
        repository: repositoryId,
      });
    }
  });

  it('finds a service alone in its own URL and in that of its interface', () => {
    for (const path of ['', '/', '/api/v1', '/api/v1/']) {
      const found = parseServiceLocation(`https://svc.example${path}`, false)._unsafeUnwrap();
      expect(found, path).to.deep.equal({ baseUrl: 'https://svc.example', repository: undefined });
    }
  });

  it('finds a repository by its names in an LFS URL at the base URL', () => {
    for (const baseUrl of ['https://svc.example', 'https://svc.example/base']) {
      const url = lfsUrlOf(baseUrl, 'acme/models-2');
      expect(url).to.equal(`${baseUrl}/acme/models-2.git/info/lfs`);
      expect(parseServiceLocation(url, false)._unsafeUnwrap()).to.deep.equal({ baseUrl, repository: 'acme/models-2' });
    }
  });

  it('takes for names of a repository two slugs alone', () => {
    expect(parseReference('acme/models')).to.equal('acme/models');
    expect(parseReference(repositoryId.toUpperCase())).to.equal(repositoryId);
    for (const text of ['', 'models', 'acme/', '/models', 'acme/a/models', 'Acme/models', 'acme/..', `acme/${repositoryId}`]) {
      expect(parseReference(text), text).to.equal(undefined);
    }
  });

  it('refuses a repository that is named by something else than its id', () => {
    for (const path of ['models/lfs', 'models.git/info/lfs']) {
      const found = parseServiceLocation(`https://svc.example/api/v1/repositories/${path}`, false);
      expect(found._unsafeUnwrapErr(), path).to.include('UUID');
    }
  });
});
