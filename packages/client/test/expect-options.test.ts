import { packPath } from '@svc/core/model';
import { expect } from 'chai';
import { type ClientOptions, createLfsEndpoint, type Transport } from '../src/index.js';
import { type ClientRig, nameOf, oidOf, repository, startClientRig, usage } from './rigs/client-rig.js';
import { json, refusal } from './rigs/scripted-server.js';

const untyped = (value: unknown): never => {
  // @ts-expect-error A program without types may pass anything.
  return value;
};

describe('options of another kind', () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  const get = (maxBytes: unknown) => rig.open().tree.get(repository, packPath(nameOf('a')), { maxBytes: untyped(maxBytes) });
  const call = (maxBytes: unknown) =>
    rig.open().api.GET('/api/v1/repositories/{repoID}/lfs/{path}', {
      params: { path: { repoID: repository, path: 'a' } },
      maxBytes: untyped(maxBytes),
    });

  it('are refused as the limit of a body, before anything is sent', () => {
    for (const [maxBytes, shown] of [
      [Number.NaN, 'NaN'],
      [-1, '-1'],
      ['10', '"10"'],
      [null, 'null'],
    ]) {
      const message = `maxBytes must be a number from 0 on, and is ${shown}.`;
      expect(() => get(maxBytes)).to.throw(TypeError, message);
      expect(() => call(maxBytes)).to.throw(TypeError, message);
    }
    expect(rig.server.seen).to.deep.equal([]);
  });

  it('are refused as a signal at once, instead of a broken connection that is tried again', () => {
    for (const signal of [new AbortController(), 'soon', 5, null]) {
      const message = 'signal must be an AbortSignal';
      const options = { signal: untyped(signal) };
      expect(() => rig.open().repositories.usage(repository, options)).to.throw(TypeError, message);
      expect(() => rig.open().uploads.put(`${rig.server.baseUrl}/signed`, new Uint8Array(), options)).to.throw(
        TypeError,
        message,
      );
    }
    expect(rig.server.seen).to.deep.equal([]);
  });

  it('are refused as a count of tries, also when they read like a number', () => {
    expect(() => rig.open({ retry: { maxAttempts: untyped('3') } })).to.throw(
      TypeError,
      'retry.maxAttempts must be a number from 0 on, and is "3".',
    );
    expect(() => rig.open({ retry: { maxDelayMs: untyped(null) } })).to.throw(TypeError, 'retry.maxDelayMs');
  });

  it('make no client, and a credential is not shown', () => {
    const open = (options: Partial<Record<keyof ClientOptions, unknown>>) => () => rig.open(untyped(options));
    expect(open({ credential: undefined })).to.throw(TypeError, 'credential must be a string.');
    expect(open({ credential: 12_345 }))
      .to.throw(TypeError, 'credential must be a string.')
      .with.property('message')
      .that.does.not.include('12');
    expect(open({ userAgent: 5 })).to.throw(TypeError, 'userAgent must be a string.');
    expect(open({ fetch: 'node-fetch' })).to.throw(TypeError, 'fetch must be a function.');
    expect(open({ transport: {} })).to.throw(TypeError, 'transport must be a function.');
    for (const allowPlainHttp of ['false', 1, null])
      expect(open({ baseUrl: 'http://svc.example', allowPlainHttp })).to.throw(TypeError, 'allowPlainHttp must be a boolean.');
  });

  it('make no endpoint of a Git LFS server either', async () => {
    const url = 'http://svc.example/lfs';
    expect(() => createLfsEndpoint({ url, allowPlainHttp: untyped('false') })).to.throw(TypeError, 'allowPlainHttp');
    expect(() => createLfsEndpoint({ url: 'http://localhost/lfs', transport: untyped('curl') })).to.throw(TypeError, 'transport');
    const endpoint = createLfsEndpoint({ url: rig.server.baseUrl });
    const options = { signal: untyped('soon') };
    expect(() => endpoint.locate([{ oid: oidOf('a'), sizeBytes: 1 }], options)).to.throw(TypeError, 'signal');
    expect(() => endpoint.open({ href: `${rig.server.baseUrl}/a`, header: {} }, 0, options)).to.throw(TypeError, 'signal');
  });

  it('are none of these: no limit, a signal of another realm, and what is undefined', async () => {
    rig.server.script = [refusal(404, 'not_found'), json(200, usage)];
    expect((await get(Infinity))._unsafeUnwrap()).to.equal(undefined);
    const undefinedOptions = { fetch: undefined, transport: undefined, allowPlainHttp: undefined, userAgent: undefined };
    const client = rig.open(untyped(undefinedOptions));
    expect((await client.repositories.usage(repository, { signal: undefined })).isOk()).to.equal(true);
    const signal = Object.assign(new EventTarget(), { aborted: false });
    const transport: Transport = async () => {
      signal.aborted = true;
      throw new Error('offline');
    };
    const ended = await rig.open({ transport }).repositories.usage(repository, { signal: untyped(signal) });
    expect(ended._unsafeUnwrapErr().code).to.equal('aborted');
  });
});
