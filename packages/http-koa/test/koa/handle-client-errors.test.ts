import { connect } from 'node:net';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { configureServer } from '../../src/koa/configure-server.js';
import { type RawAnswer, sendRaw, unreadableTargets } from '../support/raw-request.js';
import { textAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';

const secret = 'svc_pat_kept_to_ourselves';

const expectErrorObject = ({ status, head, body }: RawAnswer, expected: number): void => {
  expect(status, head).to.equal(expected);
  const json: unknown = JSON.parse(body);
  expect(textAt(json, 'error.code')).to.equal('bad_request');
  expect(textAt(json, 'error.message')).to.match(/^[A-Z].*\.$/);
  expect(head).to.match(/^content-type: application\/json$/im);
  expect(head).to.match(/^connection: close$/im);
  expect(head).to.match(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
  expect(/^x-request-id: (\S+)$/im.exec(head)?.[1]).to.equal(textAt(json, 'error.request_id'));
  expect(body).not.to.include(secret);
};

describe('what is no request that a handler could answer', () => {
  let service: TestService;
  before(async () => (service = await startService()));
  after(() => service.close());

  it('is answered with 431 when URL and headers are too large, however much follows', async () => {
    const long = 'x'.repeat(20_000);
    expectErrorObject(await sendRaw(service.port, `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`), 431);
    const header = `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nX-Long: `;
    expectErrorObject(await sendRaw(service.port, `${header}${'x'.repeat(4_000_000)}\r\n\r\n`), 431);
  });

  it('is answered with 400 when it is no HTTP', async () => {
    for (const bytes of ['NONSENSE\r\n\r\n', `GET /${secret} nonsense\r\n\r\n`, '\x16\x03\x01\x02\x00\x01']) {
      expectErrorObject(await sendRaw(service.port, bytes), 400);
    }
  });

  it('is answered with 417 when it expects what nobody can meet, with or without a body, under its own id', async () => {
    for (const rest of ['\r\n', 'Content-Length: 5\r\n\r\nhello', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n']) {
      const answer = await sendRaw(
        service.port,
        `POST /api/v1/auth/session HTTP/1.1\r\nHost: x\r\nExpect: something\r\nX-Request-Id: mine\r\n${rest}`,
      );
      expectErrorObject(answer, 417);
      expect(answer.head).to.match(/^x-request-id: mine$/im);
    }
  });

  it('is answered with 400 when the body of a request breaks off into something else', async () => {
    const signature = `${service.billing.signatureHeader}: t=1,v1=${'0'.repeat(64)}\r\n`;
    const head = `POST /api/v1/billing/webhook HTTP/1.1\r\nHost: x\r\n${signature}Transfer-Encoding: chunked\r\n\r\n`;
    expectErrorObject(await sendRaw(service.port, `${head}nonsense\r\n`), 400);
    expect(service.faults).to.deep.equal([]);
  });

  it('is answered with 400 when no path can be read from its target, which is no fault', async () => {
    for (const target of unreadableTargets) {
      const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
      expectErrorObject(await sendRaw(service.port, head), 400);
    }
    expect(service.faults).to.deep.equal([]);
  });

  it('does not keep the next sender from an answer', async () => {
    const { status } = await fetch(`${service.baseUrl}/readyz`);
    expect(status).to.equal(200);
  });
});

describe('an answer that is on its way', () => {
  let server: Server;
  before((done) => {
    server = configureServer(createServer((_, response) => void response.write('the beginning')));
    server.listen(0, '127.0.0.1', done);
  });
  after(() => void server.close());

  it('breaks off when nonsense follows its request, and no other answer stands within it', (done) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
    let text = '';
    const socket = connect(address.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      if (text.includes('the beginning')) socket.write('NONSENSE\r\n\r\n');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200']);
      done();
    });
  });
});
