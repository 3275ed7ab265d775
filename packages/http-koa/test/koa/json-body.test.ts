import { IncomingMessage, request as httpRequest } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { foreignError } from '@svc/test-services/foreign-error';
import { expect } from 'chai';
import { createBodySender } from '../../src/koa/body-senders.js';
import { endpoints } from '../../src/endpoints/index.js';
import { problemOfUnpacking, readBodyBytes } from '../../src/koa/json-body.js';
import { type Answer, send, textAt, valueAt } from '../support/request.js';
import { sendRaw } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { createWorld, type TestUser, type World } from '../support/world.js';

const mebibyte = 2 ** 20;

/** A body of exactly so many bytes whose one field is valid but for its length. */
const bodyOf = (bytes: number): string => `{"name":"${'x'.repeat(bytes - '{"name":""}'.length)}"}`;

describe('JSON bodies', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let repository: string;
  before(async () => {
    service = await startService();
    world = createWorld(service);
    owner = await world.user('owner');
    const organization = await world.organization(owner, 'Acme');
    repository = await world.repository(owner, organization, { name: 'Models' });
  });
  after(() => service.close());
  afterEach(() => expect(service.faults).to.deep.equal([]));

  const rename = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    world.call('PATCH', '/users/me', { token: owner.token, body, headers });

  const refused = async (answer: Promise<Answer>, field: string, problem: string): Promise<void> => {
    const { status, json } = await answer;
    expect(status).to.equal(400);
    expect(valueAt(json, 'error.details')).to.deep.equal({ field, problem });
  };

  it('pass at exactly 1 MiB and are refused one byte above, counted in bytes', async () => {
    await refused(rename(bodyOf(mebibyte)), 'name', 'out_of_range');
    const above = await rename(bodyOf(mebibyte + 1));
    expect(above.status).to.equal(413);
    expect(textAt(above.json, 'error.code')).to.equal('payload_too_large');
    expect(above.headers.connection).to.equal('close');
    expect((await rename(bodyOf(mebibyte - 1).replace('x', 'é'))).status).to.equal(400);
    expect((await rename(bodyOf(mebibyte).replace('x', 'é'))).status).to.equal(413);
  });

  it('are counted as they come when no length was declared', async () => {
    const sendChunked = (bytes: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
        const options = { port: service.port, method: 'PATCH', path: '/api/v1/users/me', headers };
        const request = httpRequest(options, (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        });
        request.once('error', reject);
        const body = bodyOf(bytes);
        for (let at = 0; at < body.length; at += 65_536) request.write(body.slice(at, at + 65_536));
        request.end();
      });
    expect(await sendChunked(mebibyte)).to.equal(400);
    expect(await sendChunked(mebibyte + 1)).to.equal(413);
  });

  it('without an end are answered 413 while they come', async () => {
    const head = `PATCH /api/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n`;
    const answer = await sendRaw(service.port, `${head}Transfer-Encoding: chunked\r\n\r\n200000\r\n${'['.repeat(0x200000)}`);
    expect(answer.status).to.equal(413);
    const declared = await sendRaw(service.port, `${head}Content-Length: 999999999999\r\n\r\n${'['.repeat(1000)}`);
    expect(declared.status).to.equal(413);
    expect(declared.body).to.include('payload_too_large');
  });

  it('that do not come are broken off', async () => {
    const request = new IncomingMessage(new Socket());
    const read = await readBodyBytes(request, { rate: { bytesPerSecond: 1, windowMs: 10 }, sender: createBodySender() });
    expect([read.isErr(), request.destroyed]).to.deep.equal([true, true]);
  });

  it('that end before they should change nothing', async () => {
    const head = `PATCH /api/v1/users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n`;
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(`${head}Content-Length: 16\r\n\r\n{"name":"Eve"}`));
      socket.once('close', () => resolve());
      setTimeout(() => socket.destroy(), 50);
    });
    const me = await world.call('GET', '/users/me', { token: owner.token });
    expect(textAt(me.json, 'user.name')).not.to.equal('Eve');
  });

  it('are JSON in UTF-8, and say so', async () => {
    const body = '{"name":"Ada"}';
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect((await rename(body, { 'content-type': type })).status, type).to.equal(200);
    }
    const others = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      '',
      'application/vnd.git-lfs+json',
    ];
    for (const type of others) await refused(rename(body, { 'content-type': type }), 'Content-Type', 'unsupported');
    await refused(world.call('PATCH', '/users/me', { token: owner.token }), 'Content-Type', 'missing');
  });

  it('may come as gzip, and are counted as what they unpack to', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    expect((await rename(gzipSync('{"name":"Ada"}'), gzip)).status).to.equal(200);
    expect((await rename(gzipSync('{"name":"Ada"}'), { 'content-encoding': 'GZIP' })).status).to.equal(200);
    expect((await rename('{"name":"Ada"}', { 'content-encoding': 'identity' })).status).to.equal(200);
    await refused(rename(gzipSync(bodyOf(mebibyte)), gzip), 'name', 'out_of_range');
    expect((await rename(gzipSync(bodyOf(mebibyte + 1)), gzip)).status).to.equal(413);
    expect((await rename(gzipSync(Buffer.alloc(64 * mebibyte)), gzip)).status).to.equal(413);
  });

  it('that are no gzip, or are cut short, are malformed', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const whole = gzipSync('{"name":"Ada"}');
    const wrong = Buffer.from(whole);
    wrong.writeUInt8(wrong.readUInt8(wrong.length - 6) ^ 1, wrong.length - 6);
    for (const bytes of [Buffer.from('{"name":"Ada"}'), whole.subarray(0, -1), wrong, Buffer.concat([whole, Buffer.from('x')])])
      await refused(rename(bytes, gzip), 'body', 'malformed');
    await refused(rename('{"name":"Ada"}', { 'content-encoding': 'br' }), 'Content-Encoding', 'unsupported');
  });

  it('as gzip are refused the same where what zlib throws comes from another realm, as under Jest', () => {
    const tooLarge = foreignError('Cannot create a Buffer larger than 10 bytes', { code: 'ERR_BUFFER_TOO_LARGE' });
    expect(problemOfUnpacking(tooLarge)).to.include({ kind: 'payload_too_large' });
    expect(problemOfUnpacking(foreignError('unexpected end of file', { errno: -5 }))).to.include({ kind: 'bad_request' });
    expect(problemOfUnpacking(foreignError('a bug', {}))).to.equal(undefined);
  });

  it('that are no JSON are malformed', async () => {
    const bodies = ['', '{', 'null x', "{'name':'a'}", '{"name":"a"}}', '\u0000', '{"name":"\u0001"}', '[', '['.repeat(500_000)];
    for (const body of bodies) await refused(rename(body), 'body', 'malformed');
  });

  it('that name a member twice are malformed, since readers on the way may go by the other one', async () => {
    await refused(rename('{"name":"Ada","name":"Eve"}'), 'body', 'malformed');
    await refused(rename('{"name":"Ada","n\\u0061me":"Eve"}'), 'body', 'malformed');
    expect((await rename('{"name":"name:name"}')).status).to.equal(200);
  });

  it('that are not UTF-8 are malformed', async () => {
    const bodies = [[0xff], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80]];
    for (const bytes of bodies) {
      await refused(
        rename(Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])),
        'body',
        'malformed',
      );
    }
  });

  it('with U+0000 or half a surrogate pair are malformed, wherever those stand', async () => {
    for (const body of ['{"name":"a\\u0000"}', '{"name":"\\ud800"}', '{"\\u0000":1}'])
      await refused(rename(body), 'body', 'malformed');
    expect((await rename('{"name":"\\ud83d\\ude00"}')).status).to.equal(200);
  });

  it('of another kind than an object are refused', async () => {
    for (const body of ['null', '[]', '"name"', '1', 'true']) {
      const { status } = await rename(body);
      expect(status, body).to.equal(400);
    }
  });

  it('with a field are refused also where a request has nothing to say, and change nothing', async () => {
    const group = await world.organization(owner, 'Group');
    const leave = (body?: unknown) => world.call('POST', `/organizations/${group.id}/leave`, { token: owner.token, body });
    await refused(leave({ force: true }), 'force', 'unknown');
    await refused(leave('leave'), 'body', 'malformed');
    for (const body of [undefined, {}]) {
      const { status, json } = await leave(body);
      expect([status, valueAt(json, 'error.details.reason')]).to.deep.equal([409, 'last_owner']);
    }
  });

  it('are read by every row that changes something by POST, PUT or PATCH', () => {
    // What a provider has signed is read as bytes, to check the signature.
    const unread = endpoints.filter(
      ({ route, body, access }) => /^(?:POST|PUT|PATCH) /.test(route) && body === undefined && access.kind !== 'provider-signed',
    );
    expect(unread.map(({ route }) => route)).to.deep.equal([]);
  });

  it('with a field that is not known are refused, whatever its name and depth', async () => {
    for (const name of ['unknown', '__proto__', 'constructor', 'prototype', 'toString', 'Name', 'name ', '']) {
      await refused(rename(`{"name":"Ada",${JSON.stringify(name)}:{"polluted":1}}`), name, 'unknown');
      const objects = `{"objects":[{"oid":"${'a'.repeat(64)}",${JSON.stringify(name)}:1}]}`;
      const nested = world.call('POST', `/repositories/${repository}/downloads/authorize`, { token: owner.token, body: objects });
      await refused(nested, `objects.0.${name}`, 'unknown');
      const tree = (path: string, body: string) =>
        world.call('POST', `/repositories/${repository}/lfs/${path}`, { token: owner.token, body });
      await refused(tree('finalize', `{"objects":[],"stats":{${JSON.stringify(name)}:1}}`), `stats.${name}`, 'unknown');
      await refused(tree('finalize', `{"objects":[],${JSON.stringify(name)}:1}`), name, 'unknown');
      await refused(tree('objects/chunks', `{${JSON.stringify(name)}:1}`), name, 'unknown');
      await refused(tree('transfers', `{${JSON.stringify(name)}:1}`), name, 'unknown');
    }
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  });

  it('name the field that is wrong, and how', async () => {
    await refused(rename({}), 'name', 'missing');
    await refused(rename({ name: 1 }), 'name', 'malformed');
    await refused(rename({ name: '   ' }), 'name', 'malformed');
    await refused(rename({ name: 'two\nlines' }), 'name', 'malformed');
    await refused(rename({ name: 'x'.repeat(201) }), 'name', 'out_of_range');
    const create = (body: unknown) => world.call('POST', '/organizations/acme/tokens', { token: owner.token, body });
    await refused(create({ name: 'x', scopes: ['repo:everything'] }), 'scopes.0', 'unsupported');
    await refused(create({ name: 'x', scopes: [] }), 'scopes', 'out_of_range');
    await refused(create({ name: 'x' }), 'scopes', 'missing');
    await refused(create({ name: 'x', scopes: ['org:read'], kind: 'pat' }), 'kind', 'unsupported');
  });

  it('hold sizes that are whole numbers from 0 to 2^53-1 and nothing that looks like one', async () => {
    const authorize = (size: string): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}/uploads/${'0'.repeat(8)}-0000-4000-8000-000000000000/objects`, {
        token: owner.token,
        body: `{"objects":[{"oid":"${'a'.repeat(64)}","size":${size}}]}`,
      });
    for (const size of ['0', '1', '1.0', '1e3', '9007199254740991']) expect((await authorize(size)).status, size).to.equal(404);
    const others = [
      '1e400',
      '-1e400',
      '-0',
      '-0.0',
      '-1',
      '1.5',
      '"12"',
      '9007199254740992',
      '9223372036854775808',
      'null',
      'true',
      '[]',
      '{}',
      '1e-7',
    ];
    for (const size of others) expect((await authorize(size)).status, size).to.equal(400);
    const tree = (path: string, body: string): Promise<Answer> =>
      world.call('POST', `/repositories/${repository}/lfs/${path}`, { token: owner.token, body });
    for (const size of others) {
      expect((await tree('finalize', `{"objects":[{"oid":"${'a'.repeat(64)}","size":${size}}]}`)).status, size).to.equal(400);
      expect((await tree('objects/chunks', `{"sizes":[${size}]}`)).status, size).to.equal(400);
    }
  });

  it('may be left out where a request needs to say nothing', async () => {
    const uploads = `/repositories/${repository}/uploads`;
    expect((await world.call('POST', uploads, { token: owner.token })).status).to.equal(201);
    expect((await world.call('POST', uploads, { token: owner.token, body: {} })).status).to.equal(201);
    expect((await world.call('POST', uploads, { token: owner.token, body: { extra: 1 } })).status).to.equal(400);
    expect((await world.call('POST', '/organizations', { token: owner.token })).status).to.equal(400);
  });

  it('of requests that have none are thrown away', async () => {
    const { status, headers } = await world.call('GET', '/users/me', { token: owner.token, body: 'x'.repeat(1000) });
    expect(status).to.equal(200);
    expect(headers.connection).to.equal('keep-alive');
    const large = await send(service.baseUrl, 'GET', '/api/v1/users/me', { token: owner.token, body: 'x'.repeat(2 * mebibyte) });
    expect(large.status).to.equal(200);
    expect(large.headers.connection).to.equal('close');
  });
});
