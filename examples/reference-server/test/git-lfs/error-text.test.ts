import { expect } from 'chai';
import type { Answer } from '../client/exchange.js';
import { batchBody, clientHeaders, jsonOf, lfsRequest, send } from './lfs-request.js';
import { createLfsWorld, type LfsWorld, type RepositoryName } from './lfs-world.js';

describe('an error on a Git LFS route', () => {
  let world: LfsWorld;
  let repository: RepositoryName;
  let token: string;
  let reader: string;

  before(async () => {
    world = await createLfsWorld();
    repository = await world.createRepository('errors');
    token = await world.createToken();
    reader = await world.createToken({ scopes: ['repo:read'] });
  });
  after(() => world.close());

  const expectError = (answer: Answer, status: number, code: string) => {
    expect(answer.status).to.equal(status);
    expect(answer.headers['content-type']).to.match(/^application\/vnd\.git-lfs\+json/);
    const requestId = answer.headers['x-request-id'];
    const body = jsonOf(answer);
    expect(body).to.have.property('request_id', requestId);
    expect(body).to.have.nested.property('error.request_id', requestId);
    expect(body).to.have.nested.property('error.code', code);
    expect(body).to.have.property('message').that.is.a('string').with.length.above(10);
    expect(body).to.have.nested.property('error.message').that.is.a('string').with.length.above(10);
  };

  const batchOf = (credential: string | undefined, operation = 'download', more: Readonly<Record<string, unknown>> = {}) =>
    lfsRequest(repository.lfsUrl, '/objects/batch', credential, batchBody(operation, [], more));

  it('has its message and request id where the client reads them, and the error object of the API beside them', async () => {
    const nowhere = repository.lfsUrl.replace(repository.id, '00000000-0000-4000-8000-000000000000');
    expectError(await batchOf(undefined), 401, 'unauthorized');
    expectError(await batchOf('svc_pat_wrong'), 401, 'unauthorized');
    expectError(await batchOf(reader, 'upload'), 403, 'forbidden');
    expectError(await lfsRequest(nowhere, '/objects/batch', token, batchBody('download', [])), 404, 'not_found');
    expectError(await batchOf(token, 'dance'), 400, 'bad_request');
    expectError(await batchOf(token, 'download', { hash_algo: 'md5' }), 409, 'conflict');
    expectError(await lfsRequest(repository.lfsUrl, '/locks/verify', reader, {}), 403, 'forbidden');
    expectError(
      await lfsRequest(repository.lfsUrl.replace(repository.id, 'a-slug'), '/objects/batch', token, {}),
      400,
      'bad_request',
    );
    const get = await send({ method: 'GET', url: `${repository.lfsUrl}/objects/batch`, headers: clientHeaders(token) });
    expect(get.status).to.be.oneOf([404, 405]);
    expectError(get, get.status, get.status === 404 ? 'not_found' : 'method_not_allowed');
    const big = 'x'.repeat(1024 * 1024);
    expectError(await batchOf(token, 'download', { big }), 413, 'payload_too_large');
  });

  it('asks for a credential in both headers that the client reads, and only with 401', async () => {
    const unknown = await batchOf('svc_pat_wrong');
    expect(unknown.headers).to.include({ 'lfs-authenticate': 'Basic realm="svc"', 'www-authenticate': 'Basic realm="svc"' });
    for (const answer of [await batchOf(reader, 'upload'), await batchOf(token, 'dance')]) {
      expect(answer.headers).to.not.have.any.keys('lfs-authenticate', 'www-authenticate');
    }
  });

  it('keeps the request id that the client has given', async () => {
    const answer = await send({
      method: 'POST',
      url: `${repository.lfsUrl}/objects/batch`,
      headers: { ...clientHeaders(), 'X-Request-Id': 'from-the-client.1' },
      body: '{}',
    });
    expect(answer.headers['x-request-id']).to.equal('from-the-client.1');
    expect(jsonOf(answer)).to.have.property('request_id', 'from-the-client.1');
  });
});
