import { expect } from 'chai';
import { sendRaw } from '../support/raw-request.js';
import { textAt } from '../support/request.js';
import { createSeeded, seed } from '../support/seeded.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld } from '../support/world.js';

const dots = [
  '..',
  '.',
  '%2e%2e',
  '%2E%2e',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '\u2025',
  '．．',
  '...',
  '....//',
  '..;',
  '..%00',
  '..%20',
];
const separators = ['/', '//', '/./', '%2f', '%2F', '%5c', '\\', '%252f', '%c0%af', ';/', '/%2f', '%00/'];
const targets = [
  'etc/passwd',
  'api/v1/users/me',
  'healthz',
  'storage/x',
  'CON',
  'a:b',
  'x.',
  'x ',
  '%E0%A4%A',
  '%',
  '%zz',
  '%00',
  '%0d%0aX-Injected:1',
  '',
];
const roots = [
  '/',
  '/api/v1/',
  '/api/v1/repositories/',
  '/api/v1/repositories/R/',
  '/api/v1/repositories/R/lfs/',
  '/api/v1/organizations/',
  '/storage/',
  '/storage/repositories/R/',
];

const handWritten = [
  '/api/v1/../../healthz',
  '/api/v1/%2e%2e/%2e%2e/healthz',
  '//healthz',
  '/./healthz',
  '/healthz/..',
  '/healthz%00',
  '/api/v1//users/me',
  '/api/v1/users//me',
  '/api/v1/users/me//',
  '/api//v1/users/me',
  '/API/V1/users/me',
  '/api/v1/users/me;x=1',
  '/api/v1/users/me%2f',
  '/api/v1/users%2fme',
  '/api%2fv1/users/me',
  'http://evil.test/api/v1/users/me/..',
  'http://evil.test/nowhere',
  '*',
  '/__proto__',
  '/api/v1/__proto__',
  '/api/v1/constructor/prototype',
  '/api/v1/organizations/__proto__',
  '/api/v1/organizations/constructor',
  '/api/v1/organizations/%00',
  '/api/v1/organizations/%ed%a0%80',
  `/api/v1/organizations/${'a'.repeat(8000)}`,
  `/${'a/'.repeat(4000)}`,
  `/storage/${'../'.repeat(50)}etc/passwd`,
  `/storage/${'%2e%2e/'.repeat(50)}etc/passwd?expires=9999999999&kid=k1&signature=${'0'.repeat(64)}`,
];

const generate = (count: number, random: () => number): readonly string[] => {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  return Array.from({ length: count }, () => {
    const steps = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(dots) + pick(separators));
    return pick(roots) + (random() < 0.3 ? pick(targets) + pick(separators) : '') + steps.join('') + pick(targets);
  });
};

describe('tricks with paths', () => {
  let service: TestService;
  let token: string;
  let repository: string;
  before(async () => {
    service = await startService();
    const world = createWorld(service);
    const owner = await world.user('owner');
    repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
    token = owner.token;
  });
  after(() => service.close());

  const corpus = [...handWritten, ...generate(800, createSeeded(seed))];

  it(`${corpus.length} of them are refused, with the error object and without a fault (seed ${seed})`, async () => {
    for (const trick of corpus) {
      const path = trick.replaceAll('/R/', `/${repository}/`);
      const method = path.length % 3 === 0 ? 'PUT' : 'GET';
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Length: 0\r\n\r\n`;
      const answer = await sendRaw(service.port, Buffer.from(head, 'utf8'));
      expect(answer.status, path).to.be.oneOf([400, 403, 404, 405]);
      expect(answer.head, path).not.to.match(/x-injected/i);
      // What is no HTTP at all is refused by the parser, which knows of no error objects.
      if (answer.body === '') expect(answer.status, path).to.equal(400);
      else
        expect(textAt(JSON.parse(answer.body), 'error.code'), path).to.be.oneOf([
          'bad_request',
          'forbidden',
          'not_found',
          'method_not_allowed',
        ]);
    }
    expect(service.faults).to.deep.equal([]);
  });

  it('a host that is not ours changes nothing in any answer', async () => {
    const request = (host: string) =>
      `GET /api/v1/repositories/${repository}/connect HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: ${host}\r\nX-Forwarded-Proto: ftp\r\n` +
      `Connection: close\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: one\r\n\r\n`;
    const [ours, evil] = [await sendRaw(service.port, request('127.0.0.1')), await sendRaw(service.port, request('evil.test'))];
    expect(ours.status).to.equal(200);
    expect(evil.body).to.equal(ours.body);
  });
});
