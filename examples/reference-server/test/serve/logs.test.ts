import { expect } from 'chai';
import { z } from 'zod';
import { version } from '../../src/version.js';
import { createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { objectNamed } from '../client/test-object.js';
import { authorizeAnswer, sessionAnswer } from '../client/wire.js';
import { mistyped } from '../secrets/mistyped.js';
import { signedUrls } from '../server/stack.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

const createdToken = z.object({ secret: z.string() });

/** A session as people have one: sign-in, organization, repository, tokens, uploads both ways, downloads, mistakes. */
const useEverything = async (server: TestServerProcess): Promise<readonly string[]> => {
  const api = createApiClient(server.baseUrl, server.adminToken);
  const exchanged = z.object({ session: z.object({ token: z.string() }) });
  const { session } = read(await api.call('POST', '/auth/session'), 201, exchanged);
  const repository = await api.createRepository('Everything');
  const token = read(
    await api.call('POST', `/organizations/${repository.organizationId}/tokens`, { name: 'ci', scopes: ['repo:write'] }),
    201,
    createdToken,
  );

  const [first, second] = [objectNamed('first', 70_000), objectNamed('second', 70_000)];
  const opened = read(await repository.open(), 201, sessionAnswer).session;
  const [entry] = read(await repository.authorize(opened.id, [first]), 200, authorizeAnswer).objects;
  await repository.put(entry?.upload_url ?? '', first.bytes);
  await repository.complete(opened.id, first);
  await repository.finalize(opened.id);
  const { actions } = await repository.entry('upload', second);
  await repository.put(actions?.upload?.href ?? '', second.bytes);
  await repository.verify(actions?.verify?.href ?? '', second);
  await repository.expectDownload(first);
  await repository.expectDownload(second);

  const basic = Buffer.from(`ada:${token.secret}`).toString('base64');
  await api.call('POST', `/repositories/${repository.id}/lfs/locks/verify`, {}, { Authorization: `Basic ${basic}` });
  await api.call('GET', `/users/me?token=${token.secret}&signature=feedc0de`, undefined, {
    Authorization: `Bearer ${session.token}`,
  });
  await api.call('GET', '/users/me', undefined, { Authorization: `Bearer ${mistyped(token.secret)}` });
  await api.call('GET', `/organizations/${token.secret}`);
  await repository.put(`${entry?.upload_url ?? ''}0`, first.bytes);
  await api.call('POST', '/organizations', '{"name": ');
  api.close();
  const signatures = [entry?.upload_url, actions?.upload?.href, actions?.verify?.href].map(
    (url) => url?.split(/signature=|token=/i)[1] ?? url,
  );
  const configured = ['DATABASE_URL', 'ENCRYPTION_KEYS', 'S3_SECRET_ACCESS_KEY'].map((name) => server.place.settings[name]);
  const shown = [...signatures, ...configured].filter((each) => each !== undefined);
  return [server.adminToken, session.token, token.secret, basic, 'feedc0de', ...shown];
};

const jsonOf = (line: string): unknown => JSON.parse(line);

describe('the logs of a whole session', () => {
  let server: TestServerProcess;
  let secrets: readonly string[];
  let lines: readonly string[];
  before(async () => {
    server = await startServerProcess({ environment: { DEFAULT_PLAN: 'business', LOG_LEVEL: 'trace' } });
    secrets = await useEverything(server);
    await server.stop();
    lines = server
      .output()
      .split('\n')
      .filter((line) => line !== '');
  });
  after(() => server.close());

  it('hold none of its secrets', () => {
    expect(secrets).to.have.length.of.at.least(8);
    for (const secret of secrets) expect(server.output()).not.to.contain(secret);
  });

  it('hold nothing that looks like a secret', () => {
    expect(server.output()).not.to.match(/svc_(?:pat|repo|ci|ses)|authorization|signature=|token=|bearer|basic /i);
  });

  it('warn of no listeners that were too many', () => {
    expect(server.output()).not.to.contain('MaxListenersExceededWarning');
  });

  it('are JSON but for the lines for the person at the terminal', () => {
    const [first, ...notes] = lines.filter((line) => !line.startsWith('{'));
    expect(first).to.equal(`Ready at ${server.baseUrl} (svc-server ${version})`);
    // A bucket of the tests lets no page in.
    expect(notes.map((line) => line.slice(0, 17))).to.deep.equal(signedUrls === 'external' ? ['Note: the bucket '] : []);
    for (const line of lines.filter((each) => each.startsWith('{'))) expect(() => jsonOf(line)).not.to.throw();
  });

  it('tell of each request its id, endpoint, method, path without query, status, duration, address and bytes, and the ids of who asked', () => {
    const entry = z.object({ msg: z.string(), path: z.string().optional() });
    const requests = lines
      .filter((line) => line.startsWith('{'))
      .map(jsonOf)
      .filter((line) => entry.parse(line).msg === 'request');
    expect(requests.length).to.be.at.least(20);
    const request = z.strictObject({
      level: z.literal('info'),
      time: z.string(),
      msg: z.string(),
      requestId: z.string(),
      endpoint: z.string().optional(),
      method: z.string(),
      path: z.string().regex(/^\/[^?]*$/),
      status: z.number(),
      ms: z.number(),
      address: z.literal('127.0.0.1'),
      userId: z.uuid().optional(),
      tokenId: z.uuid().optional(),
      bytesIn: z.int().min(0),
      bytesOut: z.int().min(0),
      error: z
        .string()
        .regex(/^[a-z_]+(:[a-z_]+)?$/)
        .optional(),
    });
    const parsed = requests.map((line) => request.parse(line));
    const ofApi = parsed.filter(({ status, path }) => status < 400 && path.startsWith('/api/v1/'));
    expect(ofApi.every(({ userId }) => userId !== undefined)).to.equal(true);
    expect(parsed.some(({ tokenId }) => tokenId !== undefined)).to.equal(true);
    expect(parsed.some(({ bytesIn }) => bytesIn === 70_000) || signedUrls === 'external').to.equal(true);
  });
});
