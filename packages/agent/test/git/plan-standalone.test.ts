import { expect } from 'chai';
import { planStandalone, type StandaloneWishes } from '../../src/git/plan-standalone.js';

const baseUrl = 'https://svc.example/base';
const idOf = (digit: number): string => `${digit}b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a`;
const byId = (id: string): string => `${baseUrl}/api/v1/repositories/${id}/lfs`;
const byNames = `${baseUrl}/acme/models.git/info/lfs`;
const keyOf = (url: string): string => `lfs.${url}.standalonetransferagent`;

describe('the plan of the standalone mode', () => {
  const planned = (wishes: Partial<StandaloneWishes>) =>
    planStandalone({ baseUrl, reference: idOf(0), ownUrls: [], isAsked: true, ...wishes });

  it('is for every server where no service is known', () => {
    const everywhere = { keys: ['lfs.standalonetransferagent'], lfsUrl: undefined };
    expect(planned({ baseUrl: undefined, ownUrls: ['https://git.example'] })).to.deep.equal(everywhere);
  });

  it('brings an LFS URL along where the clone has none and the repository is known', () => {
    expect(planned({})).to.deep.equal({ keys: [keyOf(byId(idOf(0)))], lfsUrl: byId(idOf(0)) });
    expect(planned({ reference: undefined })).to.deep.equal({ keys: [keyOf(baseUrl)], lfsUrl: undefined });
  });

  it('is for each LFS URL that the clone has, whichever form that has', () => {
    const ownUrls = [byNames, byId(idOf(0))];
    for (const isAsked of [true, false]) {
      expect(planned({ ownUrls, isAsked })).to.deep.equal({ keys: ownUrls.map(keyOf), lfsUrl: undefined });
    }
    expect(planned({ ownUrls, reference: undefined }).keys).to.deep.equal([keyOf(baseUrl)]);
  });

  it('is for the LFS URL of the clone where the settings say another repository, unless it only goes along with them', () => {
    const ownUrls = [byId(idOf(1))];
    expect(planned({ ownUrls }).keys).to.deep.equal(ownUrls.map(keyOf));
    expect(planned({ ownUrls, isAsked: false }).keys).to.deep.equal([keyOf(byId(idOf(0)))]);
  });

  it('is none where git-lfs uses another service, of the same host too', () => {
    for (const url of ['https://svc.example/acme/models.git/info/lfs', 'http://git.example/lfs', 'file:///srv/st.git']) {
      expect(() => planned({ ownUrls: [byNames, url] }), url).to.throw(`git-lfs uses ${url} here`);
      expect(planned({ ownUrls: [url], isAsked: false }).keys).to.deep.equal([keyOf(byId(idOf(0)))]);
    }
  });
});
