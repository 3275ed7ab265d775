import { createUrlSigner, isOid } from '@svc/core';
import { isObjectKey, type ObjectKey } from '@svc/core/model';
import { expect } from 'chai';
import { keptKeys, linkKeysFrom } from '../../src/keys.js';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { errorAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { type BegunUpload, finishUpload, upload, uploadPaths } from './upload-path.js';

const stored = objectNamed('stored', 3000);
const coming = objectNamed('coming', 3000);
const [session = expect.fail('there is a path')] = uploadPaths;

/** The same URL with one character of its path or query changed, dropped or doubled, at every place. */
const alterationsOf = (url: string): readonly { readonly at: number; readonly url: string }[] => {
  const start = url.indexOf('/', 'http://'.length) + 1;
  return [...url.slice(start)].flatMap((character, offset) => {
    const at = start + offset;
    const code = url.charCodeAt(at);
    // An empty parameter says nothing, so a doubled separator leaves the URL what it was.
    const doubled = character === '&' ? '' : character + character;
    const replacements = [String.fromCharCode(code ^ 1), String.fromCharCode(code ^ 0x20), '', doubled, '0', '%00'];
    return replacements
      .filter((replacement) => replacement !== character && /^[!-~]*$/.test(replacement) && replacement !== '#')
      .map((replacement) => ({ at, url: url.slice(0, at) + replacement + url.slice(at + 1) }));
  });
};

describe('a signed URL', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  let download: string;
  let begun: BegunUpload;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
    await upload(session, repository, stored);
    download = (await repository.entry('download', stored)).actions?.download?.href ?? '';
    begun = await session.begin(repository, coming);
  });
  after(() => bytes.close());

  const get = (url: string) => bytes.owner.exchange({ method: 'GET', url });
  const expectForbidden = async (method: string, url: string): Promise<void> => {
    const answer = await bytes.owner.exchange({ method, url, ...(method === 'PUT' ? { body: coming.bytes } : {}) });
    expect(answer.status, url).to.equal(403);
    expect(read(answer, 403, errorAnswer).error.code, url).to.equal('forbidden');
  };

  it('opens nothing when any one of its characters is another one', async () => {
    for (const [method, url] of [
      ['GET', download],
      ['PUT', begun.url],
    ] as const) {
      const keyAt = url.indexOf('/repositories/');
      for (const altered of alterationsOf(url)) {
        if (altered.at > keyAt) await expectForbidden(method, altered.url);
        else {
          const answer = await bytes.owner.exchange({
            method,
            url: altered.url,
            ...(method === 'PUT' ? { body: coming.bytes } : {}),
          });
          expect(answer.status, altered.url).to.be.oneOf([400, 403, 404]);
        }
      }
    }
    expect((await begun.verify()).status).to.equal(session.notUploadedStatus);
    expect((await get(download)).bytes.equals(stored.bytes)).to.equal(true);
  });

  it('is for one method', async () => {
    await expectForbidden('PUT', download);
    await expectForbidden('GET', begun.url);
    await expectForbidden('HEAD', begun.url).catch((fault: unknown) => {
      // HEAD has no body to read an error from.
      expect(String(fault)).to.include('JSON');
    });
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      expect((await bytes.owner.exchange({ method, url: download })).status).to.equal(405);
    }
    await repository.expectDownload(stored);
  });

  it('takes no second opinion from a parameter that comes twice', async () => {
    for (const more of ['size=3000', 'size=9', 'expires=9999999999', 'signature=0', 'kid=k1']) {
      await expectForbidden('PUT', `${begun.url}&${more}`);
      await expectForbidden('GET', `${download}&${more}`);
    }
  });

  it('ends when its time is over', async () => {
    const signer = createUrlSigner({ baseUrl: bytes.server.baseUrl, linkKeys: linkKeysFrom(keptKeys(bytes.server.dataDir)) });
    const { key, oid } = { key: keyOf(download), oid: stored.oid };
    const second = Math.floor(Date.now() / 1000) * 1000;
    expectStatus(await get(signer.download({ key, expiresAt: second + 60_000 }).href), 200);
    for (const expiresAt of [second, second - 1000, 0]) {
      await expectForbidden('GET', signer.download({ key, expiresAt }).href);
      if (!isOid(oid)) expect.fail('a hash is an oid');
      await expectForbidden('PUT', signer.upload({ key: keyOf(begun.url), sizeBytes: coming.size, oid, expiresAt }).href);
    }
  });

  it('of another key signs nothing', async () => {
    const [, ...others] = linkKeysFrom([
      { id: 'k1', secret: new Uint8Array(32) },
      { id: 'k1', secret: new Uint8Array(32).fill(1) },
    ]);
    const signer = createUrlSigner({ baseUrl: bytes.server.baseUrl, linkKeys: others });
    await expectForbidden('GET', signer.download({ key: keyOf(download), expiresAt: Date.now() + 60_000 }).href);
  });

  it('needs no credential, and none opens its path without it', async () => {
    const path = new URL(download).pathname;
    const headers = { Authorization: `Bearer ${bytes.server.adminToken}` };
    const bare = await bytes.owner.exchange({ method: 'GET', url: bytes.server.baseUrl + path, headers });
    expect(read(bare, 403, errorAnswer).error.code).to.equal('forbidden');
    await finishUpload(session, begun, coming);
    await repository.expectDownload(coming);
  });
});

const keyOf = (url: string): ObjectKey => {
  const { pathname } = new URL(url);
  const key = pathname.slice(pathname.indexOf('repositories/'));
  if (!isObjectKey(key)) throw new Error(`${key} is no key`);
  return key;
};
