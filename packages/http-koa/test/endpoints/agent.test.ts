import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type Acme, startAcme } from '../support/acme.js';
import { send, type TestRequest, textAt, valueAt } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';

const path = '/downloads/svc-agent.tgz';
const tarball = createHash('sha512').update('a tarball').digest();
const sha256 = createHash('sha256').update(tarball).digest('hex');
const agentPackage = { version: '1.2.3', tarball };

const connectOf = async ({ world, owner, organization }: Acme): Promise<unknown> => {
  const repository = await world.repository(owner, organization, { name: 'Models' });
  return (await world.call('GET', `/repositories/${repository}/connect`, { token: owner.token })).json;
};

describe('the tarball of the agent', () => {
  let service: TestService;
  let connect: unknown;
  before(async () => {
    const acme = await startAcme({ agentPackage });
    ({ service } = acme);
    connect = await connectOf(acme);
  });
  after(() => service.close());

  const ask = (method: string, headers: TestRequest['headers'] = {}) => send(service.baseUrl, method, path, { headers });

  it('comes whole and without a credential, named by its hash', async () => {
    const { status, headers, bytes } = await ask('GET');
    expect([status, headers['content-length'], headers.etag]).to.deep.equal([200, '64', `"${sha256}"`]);
    expect(bytes.equals(tarball)).to.equal(true);
  });

  it('comes whatever credential is sent', async () => {
    expect((await ask('GET', { authorization: 'Bearer svc_pat_unknown' })).status).to.equal(200);
  });

  it('gives its size to HEAD, and nothing else', async () => {
    const { status, headers, bytes } = await ask('HEAD');
    expect([status, headers['content-length'], headers.etag]).to.deep.equal([200, '64', `"${sha256}"`]);
    expect(bytes).to.have.length(0);
  });

  it('comes in ranges, from the first byte to the last', async () => {
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=1-62', 1, 62],
      ['bytes=63-', 63, 63],
      ['bytes=-2', 62, 63],
    ] as const) {
      const { status, headers, bytes } = await ask('GET', { range });
      expect([status, headers['content-range']], range).to.deep.equal([206, `bytes ${first}-${last}/64`]);
      expect(bytes.equals(tarball.subarray(first, last + 1)), range).to.equal(true);
    }
    const { status, headers } = await ask('GET', { range: 'bytes=64-' });
    expect([status, headers['content-range']]).to.deep.equal([416, 'bytes */64']);
  });

  it('does not come again to a client that has it', async () => {
    expect((await ask('GET', { 'if-none-match': `"${sha256}"` })).status).to.equal(304);
    expect((await ask('GET', { 'if-match': '"another"' })).status).to.equal(412);
  });

  it('is named where it is told how to connect, with version, hash and size, and the command that installs it', () => {
    const url = `${service.baseUrl}${path}`;
    expect(valueAt(connect, 'connect.agent.package')).to.deep.equal({ url, version: '1.2.3', sha256, size: 64 });
    expect(textAt(connect, 'connect.agent.commands').split('\n')[0]).to.equal(`npm install --global '${url}'`);
  });
});

describe('a service without the tarball of the agent', () => {
  it('answers its path like any that is not there, and does not name it', async () => {
    const acme = await startAcme();
    const connect = await connectOf(acme);
    expect(valueAt(connect, 'connect.agent.package')).to.equal(undefined);
    expect(textAt(connect, 'connect.agent.commands')).not.to.match(/npm|npx/);
    const { status, json } = await send(acme.service.baseUrl, 'GET', path);
    expect([status, textAt(json, 'error.code')]).to.deep.equal([404, 'not_found']);
    await acme.service.close();
  });
});

describe('those who download the agent', () => {
  it('are counted by their address, for it is no probe', async () => {
    const service = await startService({ agentPackage, rateLimit: { perSecond: 1, burst: 1 } });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await send(service.baseUrl, 'GET', path)).status);
    expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 200), 429]);
    await service.close();
  });
});
