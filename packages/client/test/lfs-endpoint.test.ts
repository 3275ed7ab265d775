import { expect } from 'chai';
import { createLfsEndpoint, type LfsEndpoint } from '../src/index.js';
import { oidOf } from './rigs/client-rig.js';
import { type Answer, json, type ScriptedServer, startScriptedServer } from './rigs/scripted-server.js';

const retryDependencies = { wait: () => Promise.resolve(), random: () => 0 };
const object = { oid: oidOf('a'), sizeBytes: 3 };

describe('a Git LFS server of anybody', () => {
  let server: ScriptedServer;
  let elsewhere: ScriptedServer;
  let endpoint: LfsEndpoint;
  before(async () => {
    server = await startScriptedServer();
    elsewhere = await startScriptedServer();
    endpoint = createLfsEndpoint({
      url: `${server.baseUrl}/lfs/`,
      headers: { authorization: 'Basic bWU6cGFzcw==' },
      retryDependencies,
    });
  });
  after(() => Promise.all([server.close(), elsewhere.close()]));
  beforeEach(() => {
    server.seen.length = 0;
    elsewhere.seen.length = 0;
  });

  const bytes =
    (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
    (response) =>
      response.writeHead(status, headers).end(text);

  const textOf = async (href: string, header: Readonly<Record<string, string>> = {}, beginsAt = 0): Promise<string> => {
    const opened = await endpoint.open({ href, header }, beginsAt);
    if (opened.isErr()) throw new Error(`${opened.error.code}: ${opened.error.message}`);
    let text = '';
    for await (const piece of opened.value.body) text += Buffer.from(piece).toString();
    return `${opened.value.beginsAt} ${text}`;
  };

  it('says where objects are, and which it lacks, also where it writes null for what is absent', async () => {
    const href = 'https://store.example/a';
    server.script = [
      json(200, {
        transfer: null,
        objects: [
          {
            oid: object.oid,
            size: 3,
            authenticated: true,
            actions: { download: { href, header: null, expires_at: null } },
            error: null,
          },
          { oid: oidOf('b'), size: 4, error: { code: 404, message: 'Not here' } },
        ],
      }),
    ];
    const entries = (await endpoint.locate([object, { oid: oidOf('b'), sizeBytes: 4 }]))._unsafeUnwrap();
    expect(entries.map(({ action, error }) => [action, error])).to.deep.equal([
      [{ href, header: {}, isAuthenticated: true }, undefined],
      [undefined, { code: '404', message: 'Not here' }],
    ]);
    const [{ url, method, headers, body } = expect.fail('it was asked')] = server.seen;
    expect({ url, method }).to.deep.equal({ url: '/lfs/objects/batch', method: 'POST' });
    expect(headers).to.include({ authorization: 'Basic bWU6cGFzcw==', accept: 'application/vnd.git-lfs+json' });
    expect(JSON.parse(body.toString())).to.deep.equal({
      operation: 'download',
      transfers: ['basic'],
      objects: [
        { oid: object.oid, size: 3 },
        { oid: oidOf('b'), size: 4 },
      ],
    });
  });

  it('is refused when it answers anything else', async () => {
    for (const answer of [
      json(200, { objects: 'none' }),
      json(200, { transfer: 'tus', objects: [] }),
      json(200, { objects: [{ oid: '../a', size: 3 }] }),
      bytes('<html>'),
    ]) {
      server.script = [answer];
      expect((await endpoint.locate([object]))._unsafeUnwrapErr().code).to.equal('malformed_answer');
    }
    server.script = [bytes('', 301, { location: 'http://127.0.0.1:1/' })];
    expect((await endpoint.locate([object]))._unsafeUnwrapErr().code).to.equal('redirected');
  });

  it('gives bytes from where they are asked for, or from the beginning', async () => {
    server.script = [bytes('bc', 206, { 'content-range': 'bytes 1-2/3' })];
    expect(await textOf(`${server.baseUrl}/a`, {}, 1)).to.equal('1 bc');
    expect(server.seen[0]?.headers).to.include({ range: 'bytes=1-' });
    server.script = [bytes('abc')];
    expect(await textOf(`${server.baseUrl}/a`, {}, 1)).to.equal('0 abc');
  });

  it('gets no credential for a URL that it has said to need none, as a bucket behind the same host does', async () => {
    server.script = [bytes('abc')];
    const opened = await endpoint.open({ href: `${server.baseUrl}/a?signed`, header: {}, isAuthenticated: true }, 0);
    expect(opened.isOk()).to.equal(true);
    expect(server.seen[0]?.headers.authorization).to.equal(undefined);
  });

  it('gets what it has said for a URL in place of the credential, however it writes the name of the header', async () => {
    server.script = [bytes('abc')];
    expect(await textOf(`${server.baseUrl}/a`, { Authorization: 'RemoteAuth said' })).to.equal('0 abc');
    expect(server.seen[0]?.headers.authorization).to.equal('RemoteAuth said');
  });

  it('is followed elsewhere, where no credential goes along', async () => {
    elsewhere.script = [bytes('abc')];
    server.script = [bytes('', 302, { location: '/b' }), bytes('', 307, { location: `${elsewhere.baseUrl}/c?signed` })];
    expect(await textOf(`${server.baseUrl}/a`, { 'x-more': 'yes' })).to.equal('0 abc');
    expect(server.seen.map(({ url, headers }) => [url, headers.authorization, headers['x-more']])).to.deep.equal([
      ['/a', 'Basic bWU6cGFzcw==', 'yes'],
      ['/b', 'Basic bWU6cGFzcw==', 'yes'],
    ]);
    expect(elsewhere.seen.map(({ url, headers }) => [url, headers.authorization, headers['x-more']])).to.deep.equal([
      ['/c?signed', undefined, undefined],
    ]);
  });

  it('is not followed for ever, nor to what is no safe URL', async () => {
    for (const [location, code] of [
      ['/a', 'redirected'],
      ['http://store.example/a', 'unsafe_url'],
      ['file:///etc/passwd', 'unsafe_url'],
      ['http://[', 'malformed_answer'],
    ] as const) {
      server.script = [bytes('', 302, { location })];
      expect(await textOf(`${server.baseUrl}/a`).catch(String), location).to.contain(`${code}: `);
    }
  });

  it('has a URL without a query, and no plain http to other machines', () => {
    expect(() => createLfsEndpoint({ url: 'http://git.example/lfs' })).to.throw(TypeError, 'Plain http');
    expect(() => createLfsEndpoint({ url: 'https://git.example/lfs?a=b' })).to.throw(TypeError, 'query');
  });
});
