import { packPath } from '@svc/core/model';
import { expect } from 'chai';
import type { Client } from '../src/index.js';
import { ownRetryDependencies } from '../src/retry.js';
import { type ClientRig, nameOf, oidOf, repository, session, startClientRig, usage } from './rigs/client-rig.js';
import { type Answer, hangUp, json, refusal } from './rigs/scripted-server.js';

const refusalOfProxy =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end();

describe('the client, when a request fails', () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  it('tries again after 5xx and broken connections, with growing pauses, four times in all', async () => {
    rig.server.script = [refusal(500, 'internal'), hangUp, refusal(503, 'unavailable'), json(200, usage)];
    expect((await rig.open().repositories.usage(repository)).isOk()).to.equal(true);
    expect(rig.waits).to.deep.equal([125, 250, 500]);
    rig.server.script = [hangUp];
    rig.server.seen.length = 0;
    const error = (await rig.open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ status: 0, code: 'transport' });
    expect(rig.server.seen.length).to.equal(4);
  });

  it('waits for a host that has answered before, as long as a restart takes', async () => {
    const client = rig.open();
    rig.server.script = [json(200, usage), ...Array.from({ length: 8 }, () => hangUp), json(200, usage)];
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect(rig.waits).to.deep.equal([125, 250, 500, 1000, 2000, 4000, 8000, 10_000]);
    rig.server.script = [hangUp];
    rig.server.seen.length = 0;
    expect((await client.repositories.usage(repository))._unsafeUnwrapErr()).to.include({ code: 'transport' });
    expect(rig.server.seen.length).to.equal(9);
  });

  it('waits as long for a service that is gone behind a proxy, whatever that answers in its own words', async () => {
    const page: Answer = (response) =>
      response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service Unavailable</h1>');
    const gone = [page, refusalOfProxy(502), refusalOfProxy(504), page, refusalOfProxy(502), hangUp, page, page];
    const client = rig.open();
    rig.server.script = [json(200, usage), ...gone, json(200, usage)];
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect(rig.waits).to.deep.equal([125, 250, 500, 1000, 2000, 4000, 8000, 10_000]);
    rig.server.script = [page];
    rig.server.seen.length = 0;
    expect((await client.repositories.usage(repository))._unsafeUnwrapErr()).to.include({ status: 503, code: 'http_503' });
    expect(rig.server.seen.length).to.equal(9);
  });

  it('waits no shorter where a service asks for more than a timer takes', async () => {
    const waited: string[] = [];
    const end = new AbortController();
    const long = ownRetryDependencies.wait(2 ** 31, end.signal).then(() => waited.push('long'));
    await ownRetryDependencies.wait(2, undefined).then(() => waited.push('short'));
    end.abort();
    await long;
    expect(waited).to.deep.equal(['short', 'long']);
  });

  it('does not wait that long for a service that nobody has met, nor for one that says itself that it cannot', async () => {
    rig.server.script = [refusalOfProxy(502)];
    expect((await rig.open().repositories.usage(repository))._unsafeUnwrapErr()).to.include({ status: 502 });
    expect(rig.server.seen.length).to.equal(4);
    const client = rig.open();
    rig.server.script = [json(200, usage), refusal(503, 'unavailable')];
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    rig.server.seen.length = 0;
    expect((await client.repositories.usage(repository))._unsafeUnwrapErr()).to.include({ status: 503, code: 'unavailable' });
    expect(rig.server.seen.length).to.equal(4);
  });

  it('takes the default for each count of tries that is undefined', async () => {
    const { server } = rig;
    server.script = [refusal(500, 'internal')];
    const dependencies = { wait: async () => void expect(server.seen.length).to.be.lessThan(10), random: () => 0.5 };
    const error = await rig
      .open({ retry: { maxAttempts: undefined }, retryDependencies: dependencies })
      .repositories.usage(repository);
    expect(error._unsafeUnwrapErr().status).to.equal(500);
    expect(server.seen.length).to.equal(4);
  });

  it('is no client with a count of tries that no call would reach', () => {
    expect(() => rig.open({ retry: { maxAttempts: Number.NaN } })).to.throw(TypeError, 'retry.maxAttempts');
    expect(() => rig.open({ retry: { maxPending: -1 } })).to.throw(TypeError, 'retry.maxPending');
    expect(rig.open({ retry: { maxPending: Infinity, maxRateLimited: 0 } }).baseUrl).to.equal(rig.server.baseUrl);
  });

  it('does not repeat what must not be done twice when the host has gone away', async () => {
    const client = rig.open();
    rig.server.script = [json(200, usage), hangUp];
    expect((await client.repositories.usage(repository)).isOk()).to.equal(true);
    expect((await client.uploads.open(repository))._unsafeUnwrapErr()).to.include({ code: 'transport' });
    expect(rig.waits).to.deep.equal([]);
  });

  it('waits as long as it is told to, and a little more', async () => {
    rig.server.script = [refusal(429, 'rate_limited', { 'retry-after': '7' }), json(200, usage)];
    expect((await rig.open().repositories.usage(repository)).isOk()).to.equal(true);
    expect(rig.waits).to.deep.equal([7125]);
  });

  it('waits until the date that it is told, by the clock of the service', async () => {
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
    for (const [retryAfter, pauseMs] of [
      ['Wed, 21 Oct 2015 07:28:07 GMT', 7125],
      ['Wednesday, 21-Oct-15 07:28:07 GMT', 7125],
      ['Wed Oct 21 07:28:07 2015', 7125],
      ['Wed, 21 Oct 2015 07:27:00 GMT', 125],
      ['soon', 125],
      ['-1', 125],
      ['7.5', 125],
    ] as const) {
      rig.forget();
      rig.server.script = [refusal(429, 'rate_limited', { date, 'retry-after': retryAfter }), json(200, usage)];
      expect((await rig.open().repositories.usage(repository)).isOk()).to.equal(true);
      expect(rig.waits, retryAfter).to.deep.equal([pauseMs]);
    }
  });

  it('does not wait for longer than five minutes, however far away it is told that the end is', async () => {
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
    for (const retryAfter of ['Wed, 21 Oct 2015 07:33:01 GMT', '99999999999', '9'.repeat(400)]) {
      rig.server.script = [refusal(429, 'rate_limited', { date, 'retry-after': retryAfter })];
      expect((await rig.open().repositories.usage(repository))._unsafeUnwrapErr(), retryAfter).to.include({ status: 429 });
    }
    expect(rig.waits).to.deep.equal([]);
  });

  it('does not wait for longer than five minutes', async () => {
    rig.server.script = [refusal(429, 'rate_limited', { 'retry-after': '301' })];
    expect((await rig.open().repositories.usage(repository))._unsafeUnwrapErr()).to.include({
      status: 429,
      retryAfterSeconds: 301,
    });
    expect(rig.waits).to.deep.equal([]);
  });

  it('bears being told to slow down far more often than trouble, and not for ever', async () => {
    rig.server.script = [refusal(429, 'rate_limited', { 'retry-after': '1' })];
    expect((await rig.open().repositories.usage(repository))._unsafeUnwrapErr().status).to.equal(429);
    expect(rig.server.seen.length).to.equal(61);
    expect(Math.max(...rig.waits)).to.be.at.most(21_000);
  });

  it('asks for work that goes on far more often than for what has failed, without growing pauses', async () => {
    const pending = json(
      503,
      { error: { code: 'unavailable', message: 'Ask again.', request_id: 'r', details: { reason: 'verification_pending' } } },
      { 'retry-after': '5' },
    );
    const complete = (client: Client) => client.uploads.complete(repository, 's', { oid: oidOf('a'), sizeBytes: 1 });
    rig.server.script = [...Array.from({ length: 20 }, () => pending), (response) => response.writeHead(204).end()];
    expect((await complete(rig.open())).isOk()).to.equal(true);
    expect(rig.waits).to.deep.equal(Array.from({ length: 20 }, () => 5125));
    rig.server.seen.length = 0;
    rig.server.script = [pending];
    expect((await complete(rig.open({ retry: { maxPending: 3 } })))._unsafeUnwrapErr()).to.include({ status: 503 });
    expect(rig.server.seen.length).to.equal(4);
  });

  it('does not try again what must not be done twice', async () => {
    rig.server.script = [refusal(503, 'unavailable')];
    expect((await rig.open().uploads.open(repository))._unsafeUnwrapErr().status).to.equal(503);
    expect(rig.server.seen.length).to.equal(1);
    rig.server.script = [refusal(503, 'unavailable'), json(201, { session })];
    expect((await rig.open().uploads.open(repository, { idempotencyKey: 'key' }))._unsafeUnwrap()).to.equal('s');
  });

  it('asks again for a body that breaks off', async () => {
    const bytes = Buffer.alloc(300_000, 7);
    rig.server.script = [
      (response) => {
        response.writeHead(200, { 'content-length': bytes.byteLength });
        response.write(bytes.subarray(0, 1000), () => response.destroy());
      },
      (response) => response.writeHead(200, { 'content-length': bytes.byteLength }).end(bytes),
    ];
    const file = (await rig.open().tree.get(repository, packPath(nameOf('a')), { maxBytes: 300_000 }))._unsafeUnwrap();
    expect(Buffer.compare(file?.bytes ?? Buffer.alloc(0), bytes)).to.equal(0);
  });

  it('returns at once when too many uploads are open: to wait ends none of them', async () => {
    const details = { reason: 'concurrent_uploads' };
    rig.server.script = [json(429, { error: { code: 'rate_limited', message: 'Too many.', details } }, { 'retry-after': '60' })];
    const error = (await rig.open().repositories.usage(repository))._unsafeUnwrapErr();
    expect(error).to.include({ status: 429, reason: 'concurrent_uploads', retryAfterSeconds: 60 });
    expect([rig.server.seen.length, rig.waits]).to.deep.equal([1, []]);
  });

  it('ends by its signal, also while it rig.waits', async () => {
    const end = new AbortController();
    rig.server.script = [refusal(503, 'unavailable')];
    const wait = async (): Promise<void> => end.abort();
    const error = (
      await rig.open({ retryDependencies: { wait, random: () => 0 } }).repositories.usage(repository, { signal: end.signal })
    )._unsafeUnwrapErr();
    expect(error.code).to.equal('aborted');
    expect(rig.server.seen.length).to.equal(1);
  });
});
