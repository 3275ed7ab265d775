import { expect } from 'chai';
import { sendRaw } from '../support/raw-request.js';
import { textAt } from '../support/request.js';
import { createSeeded, seed } from '../support/seeded.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld } from '../support/world.js';

const hex = 'a'.repeat(64);

/** Paths below `/lfs/` that name no file of the tree, as they stand in a request line. */
const handWritten = [
  '..',
  '.',
  './a',
  '../a',
  'a/..',
  'a/.',
  'a/../b',
  'a/./b',
  'a//b',
  '/a',
  '//',
  'a/',
  'a//',
  'a/b/',
  '../../../etc/passwd',
  'a/../../../../etc/passwd',
  '%2e%2e',
  '%2E%2E/a',
  '%2e/a',
  '.%2e/a',
  'a/%2e%2e/b',
  'a/%2e%2e%2fb',
  'a%2f..%2fb',
  'a%2F%2e%2e%2Fb',
  'a%2F.%2Fb',
  'a%2F%2Fb',
  'a%2F/b',
  'a%252Fb',
  'a%252f%252e%252e%252fb',
  'a%2F%ff',
  'a%2F%00',
  'a%2Fb%5cc',
  'finalize%2Fa',
  'objects%2Fbatch',
  'verify%2fa',
  '%2fa',
  'a%2f',
  '..%2f..%2fetc%2fpasswd',
  '%252e%252e/a',
  '%252e%252e%252fa',
  'a/%252e%252e/b',
  'a%252fb',
  '%25',
  '%2500',
  'a%5cb',
  'a\\b',
  '..\\a',
  '..%5ca',
  '%c0%ae%c0%ae/a',
  '%c0%afa',
  '%e0%80%af',
  '%f0%80%80%af',
  '%ff',
  '%fe%ff',
  '%ed%a0%80',
  '%',
  '%a',
  '%zz',
  'a%',
  'a/%E0%A4%A',
  '%00',
  'a%00',
  'a%00.json',
  'a/%00/b',
  '%0d%0aX-Injected:%201',
  'a%0ab',
  'a%09b',
  'a%20b',
  '%20',
  ' a'.trim() + '%20',
  'a+b',
  'a;b',
  'a;x=1/b',
  '..;/a',
  'a:b',
  'a%3ab',
  'C:%5ca',
  'a*b',
  'a%3fb',
  'a%23b',
  'a&b',
  'a=b',
  "a'b",
  'a"b',
  'a$b',
  'a`b',
  'a|b',
  'a%3cb%3e',
  '~',
  '~root/a',
  '.a',
  '_a',
  '-a',
  '.git/config',
  'a/.git/config',
  '.hidden',
  'a/.hidden',
  'a/-b',
  'a/_b',
  '__proto__',
  'a/__proto__',
  'ä',
  '%c3%a4',
  '\u2025/a',
  '\u2024\u2024/a',
  '．．/a',
  '%ef%bc%8e%ef%bc%8e/a',
  '%e2%88%95etc',
  'a\u2215b',
  'verify',
  'verify/a',
  '%76erify',
  `verify/${hex}`,
  'a/b/c/d/e/f/g/h/i',
  'a/'.repeat(20) + 'a',
  'a/'.repeat(3000) + 'a',
  'a'.repeat(256),
  'a'.repeat(513),
  `${'a'.repeat(200)}/${'b'.repeat(200)}/${'c'.repeat(200)}`,
  'a'.repeat(8000),
  `chunks/packs/${hex}/..`,
  `chunks/packs/../packs/${hex}`,
  `chunks/packs/${hex}%00`,
  `chunks/packs/${hex}%2f`,
  `chunks/packs//${hex}`,
  `chunks//packs/${hex}`,
  `chunks%2Fpacks%2F..%2Fpacks%2F${hex}`,
  `chunks%252Fpacks%252F${hex}`,
  `assets/${hex}/../${hex}/manifest.json`,
  `assets/${hex}/./manifest.json`,
  `assets/${hex}/manifest.json/`,
  `assets/${hex}//manifest.json`,
  `assets/../../objects/aa/aa/${hex}`,
  `..%2fobjects%2faa%2faa%2f${hex}`,
  `a/%2e%2e/%2e%2e/objects/aa/aa/${hex}`,
];

/** What has a row of its own, or lies below one, is no file either. */
const reserved = [
  'finalize',
  'finalize/a',
  '%66inalize',
  'finalize/',
  'locks/a',
  'locks/a/b',
  'locks/verify',
  'objects',
  'objects/',
  'objects/a',
  'objects/batch',
  '%6fbjects/batch',
  'objects/chunks',
  `objects/${hex}`,
  `objects/${hex}/verify`,
  'objects/../a',
  'objects//a',
  'transfers',
  'transfers/a',
  '%74ransfers',
];

const pieces = [
  '.',
  '..',
  '',
  '%2e',
  '%2e%2e',
  '%2f',
  '%5c',
  '%00',
  '%25',
  'a',
  'chunks',
  'packs',
  hex,
  'objects',
  'verify',
  '%c0%ae',
  ' ',
];

/** Paths of which every one has a piece that no tree path may have. */
const generate = (count: number, random: () => number): readonly string[] => {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const bad = pieces.slice(0, 9).filter((piece) => piece !== '');
  return Array.from({ length: count }, () => {
    const before = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(pieces).replace(' ', '%20'));
    const after = Array.from({ length: Math.floor(random() * 3) }, () => pick(pieces).replace(' ', '%20'));
    return [...before, pick(bad), ...after].join('/');
  });
};

describe('paths below the chunk tree', () => {
  let service: TestService;
  let token: string;
  let repository: string;
  const touched: string[] = [];
  before(async () => {
    service = await startService({
      application: (application) => ({
        ...application,
        tree: {
          ...application.tree,
          read: (grant, path) => {
            touched.push(path);
            return application.tree.read(grant, path);
          },
          receive: (grant, path, body) => {
            touched.push(path);
            return application.tree.receive(grant, path, body);
          },
        },
      }),
    });
    const world = createWorld(service);
    const owner = await world.user('owner');
    repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
    token = owner.token;
  });
  after(() => service.close());
  afterEach(() => {
    expect(service.faults).to.deep.equal([]);
    expect(touched).to.deep.equal([]);
  });

  const answerTo = (method: string, path: string) =>
    sendRaw(
      service.port,
      Buffer.from(
        `${method} /api/v1/repositories/${repository}/lfs/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
          `Authorization: Bearer ${token}\r\n${method === 'PUT' ? 'Content-Length: 1\r\n\r\nx' : '\r\n'}`,
        'utf8',
      ),
    );

  for (const method of ['GET', 'HEAD', 'PUT']) {
    it(`${handWritten.length} that are none are 400 to ${method}, and reach no use case`, async () => {
      for (const path of handWritten) {
        const answer = await answerTo(method, path);
        expect(answer.status, path).to.equal(400);
        if (answer.body !== '') expect(textAt(JSON.parse(answer.body), 'error.code'), path).to.equal('bad_request');
      }
    });

    it(`${reserved.length} that belong to other rows are 404 or 405 to ${method}`, async () => {
      for (const path of reserved) expect((await answerTo(method, path)).status, path).to.be.oneOf([404, 405]);
    });
  }

  const corpus = generate(400, createSeeded(seed));

  it(`${corpus.length} generated ones reach no use case (seed ${seed})`, async () => {
    for (const [at, path] of corpus.entries()) {
      expect((await answerTo(at % 2 === 0 ? 'GET' : 'PUT', path)).status, path).to.be.oneOf([400, 404, 405]);
    }
  });

  it('lock rows and POST keep what is theirs: nothing else is allowed', async () => {
    expect((await answerTo('POST', 'verify')).head).to.match(/ 405 [^]*allow: GET, HEAD, PUT/i);
    expect((await answerTo('GET', 'finalize')).head).to.match(/ 405 [^]*allow: POST\r\n/i);
    expect((await answerTo('DELETE', 'a/b')).head).to.match(/ 405 [^]*allow: GET, HEAD, PUT/i);
    expect((await answerTo('PUT', '')).head).to.match(/ 405 [^]*allow: GET, HEAD\r\n/i);
  });

  it('a name that is encoded without need is the file of that name', async () => {
    expect((await answerTo('GET', 'm%65ta/%61.json')).status).to.equal(404);
    expect(touched.splice(0)).to.deep.equal(['meta/a.json']);
  });

  it('slashes that come encoded mean the same as plain ones: a file is stored, found and read by either path', async () => {
    const [plain, encoded] = ['meta/deep/a.json', 'meta%2Fdeep%2fa.json'];
    expect((await answerTo('PUT', encoded)).status).to.equal(201);
    for (const path of [plain, encoded]) {
      expect((await answerTo('HEAD', path)).head, path).to.match(/^HTTP\/1.1 200 [^]*content-length: 1\r\n/i);
      expect((await answerTo('GET', path)).body, path).to.equal('x');
    }
    expect((await answerTo('PUT', plain)).status).to.equal(201);
    expect(new Set(touched.splice(0))).to.deep.equal(new Set([plain]));
  });
});
