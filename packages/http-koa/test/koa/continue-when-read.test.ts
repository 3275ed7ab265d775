import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { ResultAsync } from 'neverthrow';
import { textAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestUser } from '../support/world.js';

const interim = 'HTTP/1.1 100 Continue\r\n\r\n';

/** A sender who speaks by hand, and keeps all that is answered. */
const openSender = async (port: number): Promise<{ readonly socket: Socket; readonly heard: () => string }> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  await once(socket, 'connect');
  return { socket, heard: () => text };
};

describe('a sender who waits for 100 Continue', () => {
  let service: TestService;
  let owner: TestUser;
  let repository: string;
  before(async () => {
    service = await startService({
      // As a database does, it takes its time: a body that was not held back has come by then.
      application: (application) => ({
        ...application,
        authenticate: (credential, origin) => new ResultAsync(wait(20).then(() => application.authenticate(credential, origin))),
      }),
    });
    const world = createWorld(service);
    owner = await world.user('owner');
    repository = await world.repository(owner, await world.organization(owner, 'Acme'), { name: 'Models' });
  });
  after(() => service.close());

  const head = (start: string, token: string, ...fields: readonly string[]): string =>
    [`${start} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Expect: 100-continue', ...fields, '', ''].join('\r\n');

  /** All that is answered to the headers alone. */
  const answerToHead = async (text: string): Promise<string> => {
    const { socket, heard } = await openSender(service.port);
    socket.write(text);
    await waitUntil('there is an answer', () => heard().endsWith('}'));
    socket.destroy();
    return heard();
  };

  it('is told to go on when the body is read, as JSON or as bytes, and keeps the connection', async () => {
    const { socket, heard } = await openSender(service.port);
    const bodies = [
      [head('PATCH /api/v1/users/me', owner.token, 'Content-Type: application/json', 'Content-Length: 14'), '{"name":"Ada"}'],
      [head(`PUT /api/v1/repositories/${repository}/lfs/meta/a`, owner.token, 'Content-Length: 5'), 'bytes'],
    ] as const;
    for (const [headers, body] of bodies) {
      const before = heard().length;
      socket.write(headers);
      await waitUntil('the sender may go on', () => heard().slice(before) === interim);
      socket.write(body);
      await waitUntil('there is an answer', () => /^HTTP\/1\.1 20[01] /m.test(heard().slice(before + interim.length)));
      expect(heard().slice(before)).to.match(/^connection: keep-alive$/im);
    }
    socket.destroy();
  });

  it('keeps the connection also when it does not wait', async () => {
    const { socket, heard } = await openSender(service.port);
    socket.write(`${head(`PUT /api/v1/repositories/${repository}/lfs/meta/a`, owner.token, 'Content-Length: 5')}bytes`);
    await waitUntil('there is an answer', () => /^HTTP\/1\.1 201 /m.test(heard()));
    expect(heard()).to.match(/^connection: keep-alive$/im);
    socket.destroy();
  });

  it('learns instead of the refusal when there is one, and the connection ends', async () => {
    const put = `PUT /api/v1/repositories/${repository}/lfs/meta/a`;
    const refusals = [
      [head(put, 'wrong', 'Content-Length: 5'), 401],
      [head(put, 'wrong', 'Content-Length: 5000000000'), 401],
      [head(put, owner.token, 'Content-Length: 8388609'), 413],
      [head(put, owner.token, 'Content-Length: 5', 'If-Match: *'), 400],
      [head('PUT /storage/x', owner.token, 'Content-Length: 5'), 403],
      [head('PUT /api/v1/users/me', owner.token, 'Content-Length: 5'), 405],
      [head('PATCH /api/v1/users/me', owner.token, 'Content-Type: application/json', 'Content-Length: 1048577'), 413],
      [head('POST /nowhere', owner.token, 'Transfer-Encoding: chunked'), 404],
    ] as const;
    for (const [text, status] of refusals) {
      const answer = await answerToHead(text);
      expect(answer).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).to.match(/^connection: close$/im);
      const json: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
      expect(textAt(json, 'error.code')).to.be.a('string');
    }
  });

  it('has nothing to go on with when there is no body', async () => {
    const answer = await answerToHead(head('GET /api/v1/users/me', owner.token));
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });
});
