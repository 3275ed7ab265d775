import { expect } from 'chai';
import { locate } from '../../src/koa/lfs-path.js';

const id = '0190b7a8-0000-7000-8000-000000000001';
const lfs = `/api/v1/repositories/${id}/lfs`;

describe('locate', () => {
  it('leads from where clients look behind a Git URL to the LFS URL with that id', () => {
    for (const start of [`/api/v1/repositories/${id}.git/info/lfs`, `${lfs}.git/info/lfs`]) {
      for (const rest of ['', '/', '/objects/batch', '/locks/verify', '/meta/a.git/info/lfs']) {
        expect(locate(start + rest)).to.deep.equal({ path: lfs + rest, repository: undefined });
      }
    }
  });

  it('leads from the Git URL by names to the same place, and tells the names', () => {
    const repository = { organization: 'acme', repository: 'models-2' };
    expect(locate('/acme/models-2.git/info/lfs')).to.deep.equal({ path: '/api/v1/repositories/-/lfs', repository });
    expect(locate('/acme/models-2.git/info/lfs/objects/batch')).to.deep.equal({
      path: '/api/v1/repositories/-/lfs/objects/batch',
      repository,
    });
  });

  it('leaves every other path as it is', () => {
    const others = [
      '/',
      lfs,
      `${lfs}/objects/batch`,
      `/api/v1/repositories/${id}.git`,
      `/api/v1/repositories/${id}.git/info`,
      `/api/v1/repositories/${id}.git/info/lfsx`,
      `/api/v1/repositories/${id}/info/lfs`,
      '/acme/models',
      '/acme/models.git',
      '/acme/models/info/lfs',
      '/Acme/models.git/info/lfs',
      '/acme/%2e%2e.git/info/lfs',
      '/acme/a/models.git/info/lfs',
      '//acme/models.git/info/lfs',
      '/acme.git/info/lfs',
    ];
    for (const path of others) expect(locate(path)).to.deep.equal({ path, repository: undefined });
  });
});
