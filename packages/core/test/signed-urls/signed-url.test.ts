import { expect } from 'chai';
import { objectKey, stagingKey, type StorageNamespace, trusted, type UploadSessionId } from '../../src/model/values/index.js';
import type { LinkKey } from '../../src/ports/index.js';
import { createUrlSigner, type SignedUrlMethod, verifySignedUrl } from '../../src/signed-urls/signed-url.js';
import { errorOf, oidOf, valueOf } from '../builders/world.js';

const baseUrl = 'https://svc.test/below';
const k1: LinkKey = { id: 'k1', secret: new Uint8Array(32).map((_, index) => index) };
const k2: LinkKey = { id: 'k2', secret: new Uint8Array(32).fill(2) };
const oid = oidOf('hello');
const namespace = trusted<StorageNamespace>('ns');
const from = stagingKey(namespace, trusted<UploadSessionId>('00000000-0000-4000-8000-000000000001'), oid);
const to = objectKey(namespace, oid);
const expiresAt = 1_767_226_500_000;
const now = expiresAt - 900_000;
const refused = { kind: 'forbidden', reason: 'invalid_signature' };

const signer = createUrlSigner({ baseUrl, linkKeys: [k1, k2] });
const upload = signer.upload({ key: from, sizeBytes: 5, oid, expiresAt }).href;
const download = signer.download({ key: to, expiresAt }).href;

interface Use {
  readonly linkKeys?: readonly LinkKey[];
  readonly now?: number;
}

/** What a server does with a URL: the path below its prefix as it came, the query decoded once. */
const use = (method: SignedUrlMethod, href: string, { linkKeys = [k1, k2], now: at = now }: Use = {}) => {
  const below = href.slice(`${baseUrl}/storage/`.length);
  const [key = '', query = ''] = below.split('?');
  return verifySignedUrl({ linkKeys, method, key, query: Object.fromEntries(new URLSearchParams(query)), now: at });
};

describe('createUrlSigner', () => {
  it('signs uploads as it always has', () => {
    expect(upload).to.equal(
      `https://svc.test/below/storage/ns/staging/00000000-0000-4000-8000-000000000001/${oid}` +
        '?expires=1767226500&kid=k1&size=5&signature=6bfb23f188ae7cc1de440d1cbdf856ca3543786b376aee548c3c598c8a5bd02c',
    );
  });

  it('signs downloads as it always has', () => {
    expect(download).to.equal(
      `https://svc.test/below/storage/ns/objects/2c/f2/${oid}` +
        '?expires=1767226500&kid=k1&signature=e5c72b08d3f04bb33fcebdd32ed75a7cca65e19392a993dd0e87b453aba05d6f',
    );
  });

  it('signs the name that a download is to be kept under', () => {
    const fileName = 'Größe\n& "co".bin';
    const { href } = signer.download({ key: to, fileName, expiresAt });
    expect(valueOf(use('GET', href))).to.deep.equal({ key: to, fileName });
    expect(errorOf(use('GET', href.replace('Gr', 'gr')))).to.deep.equal(refused);
    expect(errorOf(use('GET', href.replace(/&name=[^&]*/, '')))).to.deep.equal(refused);
    expect(errorOf(use('GET', `${download}&name=a`))).to.deep.equal(refused);
    expect(errorOf(use('PUT', `${upload}&name=a`))).to.deep.equal(refused);
  });

  it('asks for no header field', () => {
    expect(signer.upload({ key: from, sizeBytes: 5, oid, expiresAt }).header).to.deep.equal({});
    expect(signer.download({ key: to, expiresAt }).header).to.deep.equal({});
  });

  it('puts the key below another prefix when it is told to', () => {
    const { href } = createUrlSigner({ baseUrl, linkKeys: [k1], prefix: 'a/b' }).download({ key: to, expiresAt });
    expect(href).to.equal(download.replace('/storage/', '/a/b/'));
  });

  it('rounds the end up to a whole second', () => {
    const { href } = signer.download({ key: to, expiresAt: expiresAt - 999 });
    expect(href).to.equal(download);
  });

  it('needs keys that are good to sign with', () => {
    const short: LinkKey = { id: 'k3', secret: new Uint8Array() };
    for (const linkKeys of [[], [short], [k1, short], [k1, k1]]) {
      expect(() => createUrlSigner({ baseUrl, linkKeys })).to.throw('link key');
    }
  });

  it('writes key ids that a URL could not hold as they are', () => {
    const odd: LinkKey = { id: 'a&b =ü/1', secret: k1.secret };
    const { href } = createUrlSigner({ baseUrl, linkKeys: [odd] }).download({ key: to, expiresAt });
    expect(valueOf(use('GET', href, { linkKeys: [odd] }))).to.deep.equal({ key: to });
  });
});

describe('verifySignedUrl', () => {
  it('says what a URL allows', () => {
    expect(valueOf(use('PUT', upload))).to.deep.equal({ key: from, sizeBytes: 5 });
    expect(valueOf(use('GET', download))).to.deep.equal({ key: to });
  });

  it('takes URLs of every key that is still there, and of no other', () => {
    const rotated = [k2, k1];
    valueOf(use('PUT', upload, { linkKeys: rotated }));
    expect(errorOf(use('PUT', upload, { linkKeys: [k2] }))).to.deep.equal(refused);
    expect(errorOf(use('PUT', upload, { linkKeys: [] }))).to.deep.equal(refused);
    expect(errorOf(use('PUT', upload, { linkKeys: [{ id: 'k1', secret: k2.secret }] }))).to.deep.equal(refused);
  });

  it('refuses a URL that is moved to another key id, even one with the same secret', () => {
    const twin: LinkKey = { id: 'k2', secret: k1.secret };
    expect(errorOf(use('PUT', upload.replace('kid=k1', 'kid=k2'), { linkKeys: [k1, twin] }))).to.deep.equal(refused);
  });

  it('refuses every URL from its end on', () => {
    valueOf(use('PUT', upload, { now: expiresAt - 1 }));
    for (const late of [expiresAt, expiresAt + 1000]) {
      expect(errorOf(use('PUT', upload, { now: late }))).to.deep.equal(refused);
      expect(errorOf(use('GET', download, { now: late }))).to.deep.equal(refused);
    }
  });

  it('refuses a URL that is used with another method', () => {
    expect(errorOf(use('GET', upload))).to.deep.equal(refused);
    expect(errorOf(use('PUT', download))).to.deep.equal(refused);
    expect(errorOf(use('PUT', `${download}&size=5`))).to.deep.equal(refused);
    expect(errorOf(use('GET', upload.replace('&size=5', '')))).to.deep.equal(refused);
  });

  it('refuses a URL of which any bit of any byte is another', () => {
    const start = `${baseUrl}/storage/`.length;
    for (const [method, href] of [
      ['PUT', upload],
      ['GET', download],
    ] as const) {
      const bytes = new TextEncoder().encode(href);
      for (let at = start; at < bytes.length; at += 1) {
        for (let bit = 0; bit < 7; bit += 1) {
          const altered = bytes.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte));
          expect(errorOf(use(method, new TextDecoder().decode(altered))), `byte ${at}, bit ${bit}`).to.deep.equal(refused);
        }
      }
    }
  });

  it('refuses a URL without one of its parameters, or with one written otherwise', () => {
    for (const name of ['expires', 'kid', 'size', 'signature']) {
      const without = upload.replace(new RegExp(`[?&]${name}=[^&]*`), '').replace(/storage\/([^?&]*)&/, 'storage/$1?');
      expect(errorOf(use('PUT', without)), name).to.deep.equal(refused);
      expect(errorOf(use('PUT', upload.replace(new RegExp(`${name}=[^&]*`), `${name}=`))), name).to.deep.equal(refused);
    }
    for (const [text, other] of [
      ['size=5', 'size=05'],
      ['size=5', 'size=5.0'],
      ['size=5', 'size=%205'],
      ['size=5', 'size=99999999999999999'],
      ['expires=1767226500', 'expires=01767226500'],
      ['expires=1767226500', 'expires=1767226500e9'],
      ['expires=1767226500', 'expires=Infinity'],
    ] as const) {
      expect(errorOf(use('PUT', upload.replace(text, other))), other).to.deep.equal(refused);
    }
  });

  it('refuses keys that no store could have signed', () => {
    for (const key of ['', '/', '../x', 'ns/../x', 'ns//x', 'ns/%2e%2e/x', 'ns\\x', 'ns/x\n', 'x'.repeat(2000)]) {
      expect(
        errorOf(
          use(
            'GET',
            download.replace(to, () => key),
          ),
        ),
        key,
      ).to.deep.equal(refused);
    }
  });
});
