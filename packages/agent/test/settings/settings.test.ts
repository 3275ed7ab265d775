import { expect } from 'chai';
import { err, ok, type Result } from 'neverthrow';
import { baseUrlOf, placeOfClone, withoutUser } from '../../src/settings/clone-place.js';
import type { SettingSources } from '../../src/settings/setting-sources.js';
import { conflictWithClone, credentialUrlAt, decideSettings, namedPlaces, tokenFor } from '../../src/settings/settings.js';

const one = '0b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const two = '1b7c3b1e-96e5-4f3c-9d0e-0d6f2a1c4b5a';
const lfs = (host: string, repository: string): string => `https://${host}/api/v1/repositories/${repository}/lfs`;

const sources = (given: Partial<SettingSources>): SettingSources => ({
  flags: {},
  environment: {},
  gitConfig: {},
  cloneLfsUrl: undefined,
  ...given,
});
const decided = (given: Partial<SettingSources>) => decideSettings(sources(given))._unsafeUnwrap();
const refused = (given: Partial<SettingSources>) => decideSettings(sources(given))._unsafeUnwrapErr();

describe('settings', () => {
  const flags = { url: 'https://flags.example', repository: one, token: 'flag' };
  const environment = { url: 'https://environment.example', repository: two, token: 'environment' };
  const gitConfig = { url: 'https://config.example', repository: two };
  const cloneLfsUrl = lfs('clone.example', two);

  it('come from flags, then the environment, then git config, then the LFS URL of the clone', () => {
    const all = { flags, environment, gitConfig, cloneLfsUrl };
    expect(decided(all)).to.include({ baseUrl: 'https://flags.example', repositoryId: one, token: 'flag' });
    expect(decided({ ...all, flags: {} })).to.include({
      baseUrl: 'https://environment.example',
      repositoryId: two,
      token: 'environment',
    });
    expect(decided({ gitConfig, cloneLfsUrl })).to.include({ baseUrl: 'https://config.example', token: undefined });
    expect(decided({ cloneLfsUrl })).to.include({ baseUrl: 'https://clone.example', repositoryId: two, token: undefined });
  });

  it('come each from the first source that has it; empty ones have nothing', () => {
    expect(decided({ flags: { repository: one, url: ' ' }, environment })).to.include({
      baseUrl: 'https://environment.example',
      repositoryId: one,
      token: 'environment',
    });
  });

  it('give silent connections up after what the environment says, then git config, then 15 seconds', () => {
    const patient = { ...gitConfig, stallSeconds: 60 };
    expect(decided({ environment: { ...environment, stallSeconds: 1 }, gitConfig: patient }).stallSeconds).to.equal(1);
    expect(decided({ gitConfig: patient }).stallSeconds).to.equal(60);
    expect(decided({ gitConfig: { stallSeconds: 60 }, cloneLfsUrl }).stallSeconds).to.equal(60);
    expect(decided({ cloneLfsUrl }).stallSeconds).to.equal(15);
  });

  it('take the repository out of an LFS URL, and the base URL out of the URL of the API', () => {
    expect(decided({ flags: { url: `${lfs('svc.example/base', one)}/` } })).to.include({
      baseUrl: 'https://svc.example/base',
      repositoryId: one,
    });
    expect(decided({ flags: { url: 'https://svc.example/base/api/v1/', repository: one } }).baseUrl).to.equal(
      'https://svc.example/base',
    );
  });

  it('take the id of a repository in upper case for the one in lower case', () => {
    const [url, upper] = ['https://svc.example', two.toUpperCase()];
    expect(decided({ flags: { url, repository: upper } }).repositoryId).to.equal(two);
    expect(decided({ flags: { url: lfs('svc.example', upper) } })).to.include({
      repositoryId: two,
      credentialUrl: lfs('svc.example', two),
    });
    expect(decided({ cloneLfsUrl: lfs('clone.example', upper), flags: { repository: two } }).repositoryId).to.equal(two);
    expect(decided({ cloneLfsUrl, flags: { repository: upper } }).repositoryId).to.equal(two);
  });

  describe('that name a repository by its names', () => {
    const byNames = (host: string, names: string): string => `https://${host}/${names}.git/info/lfs`;
    const names = new Map<string, Result<string, string>>([
      [byNames('svc.example', 'acme/models'), ok(one)],
      [byNames('svc.example', 'acme/other'), ok(two)],
      [byNames('svc.example', 'acme/none'), err('there is no repository acme/none')],
    ]);

    it('take the id that the service has said of it', () => {
      for (const given of [
        { environment: { url: 'https://svc.example', repository: 'acme/models' } },
        { environment: { url: byNames('svc.example', 'acme/models') } },
        { environment: { url: 'https://svc.example' }, cloneLfsUrl: byNames('svc.example', 'acme/models') },
        { cloneLfsUrl: byNames('svc.example', 'acme/models') },
        { cloneLfsUrl: byNames('svc.example', 'acme/models'), flags: { repository: one } },
        { cloneLfsUrl: lfs('svc.example', one), flags: { repository: 'acme/models' } },
      ]) {
        expect(decided({ ...given, names }), JSON.stringify(given)).to.include({
          baseUrl: 'https://svc.example',
          repositoryId: one,
        });
      }
      const cloneLfsUrl = byNames('me@svc.example', 'acme/models');
      expect(decided({ cloneLfsUrl, names }).credentialUrl).to.equal(cloneLfsUrl);
    });

    it('ask git about it as it is called, where svc login has kept the token', () => {
      const url = byNames('svc.example', 'acme/models');
      for (const environment of [{ url }, { url: 'https://svc.example', repository: 'acme/models' }]) {
        expect(decided({ environment, names }).credentialUrl).to.equal(url);
        const place = { baseUrl: 'https://svc.example', repositoryId: one };
        expect(credentialUrlAt(sources({ environment, names }), place)).to.equal(url);
        expect(credentialUrlAt(sources({ environment, names }), { ...place, repositoryId: two })).to.equal(
          lfs('svc.example', two),
        );
      }
    });

    it('are refused with what the service has said instead', () => {
      for (const given of [
        { environment: { url: 'https://svc.example', repository: 'acme/none' } },
        { cloneLfsUrl: byNames('svc.example', 'acme/none') },
      ]) {
        expect(refused({ ...given, names })).to.equal('there is no repository acme/none');
      }
      expect(
        refused({ cloneLfsUrl: byNames('svc.example', 'acme/models'), flags: { repository: 'acme/other' }, names }),
      ).to.contain('is not the repository of the clone');
    });

    it("are in conflict with the clone's LFS URL when that is of another repository, however it says so", () => {
      const environment = { url: 'https://svc.example', repository: 'acme/models' };
      for (const cloneLfsUrl of [byNames('svc.example', 'acme/models'), lfs('svc.example', one)]) {
        expect(conflictWithClone(sources({ environment, cloneLfsUrl, names })), cloneLfsUrl).to.equal(undefined);
      }
      for (const cloneLfsUrl of [byNames('svc.example', 'acme/other'), lfs('svc.example', two)]) {
        expect(conflictWithClone(sources({ environment, cloneLfsUrl, names }))?.cloneUrl).to.equal(cloneLfsUrl);
      }
    });

    it('ask the service that they decide for, and no other, of the names alone', () => {
      const asked = (given: Partial<SettingSources>) =>
        namedPlaces(sources(given)).map(({ baseUrl, repository }) => `${baseUrl} ${repository}`);
      const environment = { url: 'https://svc.example', repository: 'acme/models' };
      expect(asked({ environment, cloneLfsUrl: byNames('github.example', 'org/repo') })).to.deep.equal([
        'https://svc.example acme/models',
      ]);
      expect(asked({ environment, cloneLfsUrl: byNames('svc.example', 'acme/other') })).to.have.length(2);
      expect(asked({ environment, cloneLfsUrl: byNames('svc.example', 'acme/models') })).to.have.length(1);
      expect(asked({ environment: { ...environment, repository: one } })).to.deep.equal([]);
      expect(asked({ cloneLfsUrl: byNames('clone.example', 'acme/models') })).to.deep.equal([
        'https://clone.example acme/models',
      ]);
      for (const url of ['http://svc.example', 'http://svc.example/acme/models.git/info/lfs']) {
        expect(asked({ environment: { url, repository: 'acme/models' } }), url).to.deep.equal([]);
        expect(asked({ cloneLfsUrl: url }), url).to.deep.equal([]);
      }
    });
  });

  it('offer plain http only where that is what is wrong', () => {
    for (const url of ['http://me:pass@127.0.0.1:8341', 'http://me:pass@svc.example', 'http://svc.example/?a', 'http:']) {
      expect(refused({ environment: { url, repository: one } }), url)
        .to.match(/^SVC_URL: /)
        .and.not.contain('--allow-http');
    }
    expect(refused({ environment: { url: 'HTTP://svc.example', repository: one } })).to.contain('--allow-http');
  });

  it('take the repository of the clone when only the service is named, and it is the same', () => {
    expect(decided({ environment: { url: 'https://clone.example' }, cloneLfsUrl }).repositoryId).to.equal(two);
    expect(refused({ environment: { url: 'https://other.example' }, cloneLfsUrl })).to.contain('which repository?');
  });

  it("give no token to the clone's LFS URL, which comes with the clone", () => {
    expect(decided({ environment: { token: 'secret' }, cloneLfsUrl }).token).to.equal(undefined);
    expect(tokenFor(sources({ environment: { token: 'secret' }, cloneLfsUrl }), 'https://clone.example')).to.equal(undefined);
  });

  it('give the token to the service that is named with it, and to no other', () => {
    const given = sources({ environment: { token: 'secret', url: lfs('svc.example', one) } });
    expect(tokenFor(given, 'https://svc.example')).to.equal('secret');
    for (const other of ['http://svc.example', 'https://svc.example:444', 'https://svc.example.org']) {
      expect(tokenFor(given, other), other).to.equal(undefined);
    }
  });

  it('name why git does not read the clone, where nothing else says which service it is', () => {
    const cloneRefused = "it is somebody else's";
    expect(refused({ cloneRefused })).to.equal(cloneRefused);
    expect(decided({ cloneRefused, flags }).repositoryId).to.equal(one);
  });

  it('ask git about the LFS URL, with the user that it carries', () => {
    expect(decided({ flags: { url: 'https://svc.example', repository: one } }).credentialUrl).to.equal(lfs('svc.example', one));
    const carrying = lfs('me@clone.example', two);
    expect(decided({ cloneLfsUrl: carrying })).to.include({ baseUrl: 'https://clone.example', credentialUrl: carrying });
  });

  for (const url of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1']) {
    it(`allow plain http to ${url}`, () => {
      expect(decided({ flags: { url, repository: one } }).baseUrl).to.equal(url);
    });
  }

  for (const url of [
    'http://svc.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://10.0.0.1',
    'http://0.0.0.0',
  ]) {
    it(`refuse plain http to ${url} unless it is allowed`, () => {
      expect(refused({ flags: { url, repository: one } })).to.match(/^--url: .*--allow-http/);
      expect(refused({ environment: { url, repository: one } })).to.match(/^SVC_URL: /);
      expect(refused({ cloneLfsUrl: lfs('svc.example', one).replace('https', 'http') })).to.contain('the LFS URL of the clone: ');
      expect(decided({ flags: { url, repository: one }, gitConfig: { allowHttp: true } }).baseUrl).to.equal(url);
      expect(decideSettings(sources({ flags: { url, allowHttp: false }, gitConfig: { allowHttp: true } })).isErr()).to.equal(
        true,
      );
    });
  }

  const refusals: readonly (readonly [Partial<SettingSources>, string])[] = [
    [{}, 'which service?'],
    [{ flags: { url: 'https://svc.example' } }, 'which repository?'],
    [{ flags: { url: 'https://svc.example', repository: 'models' } }, '--repository must be the id'],
    [{ environment: { url: 'https://svc.example', repository: '../x' } }, 'SVC_REPOSITORY must be the id'],
    [{ flags: { url: 'svc.example' } }, '--url: '],
    [{ flags: { url: 'ftp://svc.example' } }, '--url: '],
    [{ flags: { url: 'https://svc.example/?a=b' } }, '--url: '],
    [{ flags: { url: 'https://me:pass@svc.example' } }, '--url: '],
    [{ environment: { url: 'https://svc.exa\tmple' } }, 'SVC_URL: '],
    [{ flags: { url: lfs('svc.example', 'models') } }, 'no UUID'],
    [{ flags: { url: lfs('svc.example', one), token: 'a\nb' } }, '--token is no credential'],
    [{ cloneLfsUrl: 'https://github.example/org/repo/info/lfs' }, 'none of this service'],
    [{ cloneLfsUrl: lfs('github.example\\@clone.example', two) }, 'the LFS URL of the clone: '],
    [{ cloneLfsUrl: lfs('github.example\t@clone.example', two) }, 'the LFS URL of the clone: '],
    [{ cloneLfsUrl: lfs('me%0Ahost=github.example@clone.example', two) }, 'the LFS URL of the clone: '],
    [{ flags: { url: 'https://svc.example', repository: 'acme/models' } }, 'nobody has asked https://svc.example'],
    [{ cloneLfsUrl, flags: { repository: one } }, '--repository is not the repository of the clone'],
  ];
  for (const [given, problem] of refusals) {
    it(`${JSON.stringify(given)} is refused: ${problem}`, () => {
      expect(refused(given)).to.contain(problem);
    });
  }

  it("are in conflict with the clone's LFS URL when that is of another repository or another service", () => {
    const conflict = conflictWithClone(sources({ environment, cloneLfsUrl: lfs('me@clone.example', one) }));
    expect(conflict?.message).to.equal(
      `the LFS URL of the clone is ${lfs('clone.example', one)}, ` +
        `but by SVC_URL and SVC_REPOSITORY it would be ${lfs('environment.example', two)}`,
    );
    for (const other of [lfs('environment.example', one), lfs('clone.example', two)]) {
      expect(conflictWithClone(sources({ environment, cloneLfsUrl: other })), other).to.not.equal(undefined);
    }
  });

  it("are in no conflict with the clone's LFS URL when it is the same or none of this service", () => {
    for (const cloneUrl of [
      lfs('ENVIRONMENT.example:443', two),
      'https://github.example/org/repo.git/info/lfs',
      '/srv/lfs',
      undefined,
    ]) {
      expect(conflictWithClone(sources({ environment, cloneLfsUrl: cloneUrl })), cloneUrl ?? 'none').to.equal(undefined);
    }
    expect(conflictWithClone(sources({ cloneLfsUrl }))).to.equal(undefined);
  });

  it("take no repository from a clone's LFS URL whose host depends on who reads it", () => {
    const unclear = 'https://svc.example\\@clone.example/acme/models.git/info/lfs';
    expect(namedPlaces(sources({ cloneLfsUrl: unclear }))).to.deep.equal([]);
    expect(placeOfClone(sources({ cloneLfsUrl: lfs('svc.example\\@clone.example', two) }))).to.equal(undefined);
    expect(baseUrlOf(unclear)).to.equal(undefined);
  });

  it('never show the user of a URL', () => {
    expect(withoutUser('https://me:p@ss@svc.example/x@y')).to.equal('https://svc.example/x@y');
    expect(withoutUser('https://svc.example/x@y')).to.equal('https://svc.example/x@y');
  });
});
