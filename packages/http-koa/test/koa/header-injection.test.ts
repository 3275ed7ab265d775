import { expect } from 'chai';
import { sendRaw } from '../support/raw-request.js';
import { send } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld } from '../support/world.js';

const nasty = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\r\n\r\n',
  '😀',
  'é',
  '\u0085',
  '\u2028',
  '\x7f',
  '\x1b[31m',
  '\t',
  ' ',
  '"',
  '<script>',
  '%0d%0a',
  '\\r\\n',
  '${x}',
  "';--",
];
const placed = (piece: string): readonly string[] => [
  piece,
  `a${piece}`,
  `${piece}a`,
  `a${piece}X-Injected: 1`,
  piece.repeat(50),
];
const corpus = nasty.flatMap(placed);
const headers = [
  'X-Request-Id',
  'Authorization',
  'Range',
  'If-Range',
  'User-Agent',
  'Idempotency-Key',
  'X-Forwarded-For',
  'Content-Type',
  'Accept',
];

describe('header values that try to break out', () => {
  let service: TestService;
  let token: string;
  let uploads: string;
  before(async () => {
    service = await startService({ trustProxyHops: 1 });
    const world = createWorld(service);
    const owner = await world.user('owner');
    const repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
    token = owner.token;
    uploads = `/api/v1/repositories/${repository}/uploads`;
  });
  after(() => service.close());

  it(`${corpus.length * headers.length} of them cause no fault, and nothing of them becomes a header`, async () => {
    for (const header of headers) {
      for (const value of corpus) {
        const authorization = header === 'Authorization' ? '' : `Authorization: Bearer ${token}\r\n`;
        const head = `POST ${uploads} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization}${header}: ${value}\r\nContent-Length: 0\r\n\r\n`;
        const answer = await sendRaw(service.port, Buffer.from(head, 'utf8'));
        // A line of its own is a header of the request like any other; it must not come back.
        expect(answer.status, `${header}: ${JSON.stringify(value)}`).to.be.oneOf([200, 201, 400, 401, 429]);
        expect(answer.head, `${header}: ${JSON.stringify(value)}`).not.to.match(/x-injected/i);
      }
    }
    expect(service.faults).to.deep.equal([]);
  });

  it('change nothing of the bytes of a file of the chunk tree, nor of the head of its answer', async () => {
    const file = uploads.replace(/uploads$/, 'lfs/meta/a');
    for (const header of ['Range', 'If-Range', 'Content-Encoding', 'If-None-Match', 'Content-Range', 'Expect']) {
      for (const value of corpus) {
        const put =
          `PUT ${file} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
          `${header}: ${value}\r\nContent-Length: 5\r\n\r\nbytes`;
        const stored = await sendRaw(service.port, Buffer.from(put, 'utf8'));
        expect(stored.status, `${header}: ${JSON.stringify(value)}`).to.be.oneOf([201, 400, 417]);
        const get =
          `GET ${file} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
          `${header}: ${value}\r\nContent-Length: 0\r\n\r\n`;
        const read = await sendRaw(service.port, Buffer.from(get, 'utf8'));
        expect(read.status, `${header}: ${JSON.stringify(value)}`).to.be.oneOf([200, 400, 404, 417]);
        if (read.status === 200) expect(read.body).to.equal('bytes');
        expect(stored.head + read.head, `${header}: ${JSON.stringify(value)}`).not.to.match(/x-injected/i);
      }
    }
    expect(service.faults).to.deep.equal([]);
  });

  it('an Idempotency-Key is up to 255 visible ASCII characters', async () => {
    const statusOf = async (key: string): Promise<number> =>
      (await send(service.baseUrl, 'POST', uploads, { token, headers: { 'idempotency-key': key } })).status;
    for (const key of ['a', '!~', 'k'.repeat(255)]) expect(await statusOf(key)).to.be.oneOf([201, 429]);
    for (const key of ['', 'a b', 'k'.repeat(256), 'é']) expect(await statusOf(key), key).to.equal(400);
  });
});
