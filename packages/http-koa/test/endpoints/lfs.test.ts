import { expect } from 'chai';
import { startAcme } from '../support/acme.js';
import { type Answer, listAt, send, textAt, type TestRequest, valueAt } from '../support/request.js';
import type { TestService } from '../support/service.js';
import { sha256, type TestUser, type World } from '../support/world.js';

const lfsType = 'application/vnd.git-lfs+json';
/** What a real client sends with every batch (git-lfs 3.3). */
const clientFields = {
  transfers: ['lfs-standalone-file', 'basic', 'ssh'],
  ref: { name: 'refs/heads/main' },
  hash_algo: 'sha256',
};

describe('Git LFS batch and verify', () => {
  let service: TestService;
  let world: World;
  let owner: TestUser;
  let viewer: TestUser;
  let repository: string;
  beforeEach(async () => {
    const acme = await startAcme({ defaultPlan: 'free' });
    ({ service, world, owner } = acme);
    viewer = await world.user('viewer');
    await world.member(acme.organization, viewer, 'VIEWER');
    repository = await world.repository(owner, acme.organization, { name: 'Models' });
  });
  afterEach(() => service.close());

  const batch = (body: unknown, request: TestRequest = {}): Promise<Answer> =>
    world.call('POST', `/repositories/${repository}/lfs/objects/batch`, {
      token: owner.token,
      body,
      headers: { 'content-type': `${lfsType}; charset=utf-8`, accept: lfsType },
      ...request,
    });
  const asJson = (body: unknown): Promise<Answer> => batch(body, { headers: {} });
  const follow = (method: string, href: string, request?: TestRequest): Promise<Answer> => {
    const { pathname, search } = new URL(href);
    return send(service.baseUrl, method, pathname + search, request);
  };
  const verify = (href: string, oid: string, size: number): Promise<Answer> =>
    follow('POST', href, { body: { oid, size }, headers: { 'content-type': lfsType } });

  const push = async (bytes: Uint8Array): Promise<string> => {
    const [oid, size] = [sha256(bytes), bytes.byteLength];
    const { json } = await batch({ operation: 'upload', ...clientFields, objects: [{ oid, size }] });
    await follow('PUT', textAt(json, 'objects.0.actions.upload.href'), { body: bytes });
    expect((await verify(textAt(json, 'objects.0.actions.verify.href'), oid, size)).status).to.equal(200);
    return oid;
  };

  it('gives an upload and a verify action, with everything that a client needs to use them at once', async () => {
    const oid = sha256('weights');
    const { status, headers, json } = await batch({ operation: 'upload', ...clientFields, objects: [{ oid, size: 7 }] });
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal(lfsType);
    const lfs = `${service.baseUrl}/api/v1/repositories/${repository}/lfs`;
    const [upload, verifyHref] = [textAt(json, 'objects.0.actions.upload.href'), textAt(json, 'objects.0.actions.verify.href')];
    expect(verifyHref).to.match(new RegExp(`^${lfs}/objects/${oid}/verify\\?token=`));
    expect(json).to.deep.equal({
      transfer: 'basic',
      hash_algo: 'sha256',
      objects: [
        {
          oid,
          size: 7,
          authenticated: true,
          actions: {
            upload: {
              href: upload,
              header: { 'Content-Type': 'application/octet-stream' },
              expires_in: 900,
              expires_at: '2026-01-01T00:15:00.000Z',
            },
            verify: { href: verifyHref },
          },
        },
      ],
    });
  });

  it('registers an object at verify: listed, downloadable, and sent no second time', async () => {
    const oid = await push(Buffer.from('weights'));
    const objects = [{ oid, size: 7 }];
    const again = await batch({ operation: 'upload', ...clientFields, objects });
    expect(valueAt(again.json, 'objects')).to.deep.equal([{ oid, size: 7, authenticated: true }]);
    const download = await batch({ operation: 'download', ...clientFields, objects });
    expect(valueAt(download.json, 'objects.0')).to.include({ oid, size: 7, authenticated: true });
    const action = valueAt(download.json, 'objects.0.actions.download');
    expect(action).to.include({ expires_in: 900, expires_at: '2026-01-01T00:15:00.000Z' });
    expect((await follow('GET', textAt(action, 'href'))).text).to.equal('weights');
    const listed = await world.call('GET', `/repositories/${repository}/objects`, { token: owner.token });
    expect(valueAt(listed.json, 'objects.0.oid')).to.equal(oid);
  });

  it('calls an object what the batch calls it, and takes no other name amiss of clients that are not its own', async () => {
    const called = async (text: string, name: unknown): Promise<unknown> => {
      const [oid, size] = [sha256(text), Buffer.byteLength(text)];
      const { json } = await batch({ operation: 'upload', ...clientFields, objects: [{ oid, size, name }] });
      await follow('PUT', textAt(json, 'objects.0.actions.upload.href'), { body: Buffer.from(text) });
      expect((await verify(textAt(json, 'objects.0.actions.verify.href'), oid, size)).status).to.equal(200);
      const shown = await world.call('GET', `/repositories/${repository}/artifacts/${oid}`, { token: owner.token });
      return valueAt(shown.json, 'artifact.name');
    };
    expect(await called('weights', 'models/weights.bin')).to.equal('models/weights.bin');
    expect(await called('other', 'two\nlines')).to.equal(undefined);
    expect(await called('third', 3)).to.equal(undefined);
    const objects = [{ oid: sha256('x'), size: 1, name: 'two\nlines' }];
    expect((await asJson({ operation: 'upload', objects })).status).to.equal(400);
  });

  it('verifies as often as it is asked to, and needs no credential but the link', async () => {
    const bytes = Buffer.from('weights');
    const oid = sha256(bytes);
    const { json } = await batch({ operation: 'upload', objects: [{ oid, size: 7 }] });
    const href = textAt(json, 'objects.0.actions.verify.href');
    expect((await verify(href, oid, 7)).status).to.equal(404);
    await follow('PUT', textAt(json, 'objects.0.actions.upload.href'), { body: bytes });
    expect((await verify(href, oid, 8)).status).to.equal(409);
    for (let round = 0; round < 2; round += 1) {
      const answer = await verify(href, oid, 7);
      expect([answer.status, answer.text]).to.deep.equal([200, '{}']);
      expect(answer.headers['content-type']).to.equal(lfsType);
    }
  });

  it('answers 409 to wrong bytes, and takes the right ones afterwards', async () => {
    const oid = sha256('weights');
    const { json } = await batch({ operation: 'upload', objects: [{ oid, size: 7 }] });
    const [upload, href] = [textAt(json, 'objects.0.actions.upload.href'), textAt(json, 'objects.0.actions.verify.href')];
    await follow('PUT', upload, { body: 'weightz' });
    const wrong = await verify(href, oid, 7);
    expect([wrong.status, valueAt(wrong.json, 'error.details.reason')]).to.deep.equal([409, 'checksum_mismatch']);
    expect(textAt(wrong.json, 'message')).to.equal(textAt(wrong.json, 'error.message'));
    await follow('PUT', upload, { body: 'weights' });
    expect((await verify(href, oid, 7)).status).to.equal(200);
  });

  it('answers an object that is stored with another size with 409 of its own, and takes a size that was declared wrongly', async () => {
    const oid = await push(Buffer.from('stored'));
    const sent = { oid: sha256('sent later'), size: 601 };
    await batch({ operation: 'upload', ...clientFields, objects: [sent] });
    const objects = [
      { oid, size: 7 },
      { ...sent, size: 10 },
    ];
    const { status, json } = await batch({ operation: 'upload', ...clientFields, objects });
    expect(status).to.equal(200);
    expect([valueAt(json, 'objects.0.error.code'), valueAt(json, 'objects.0.actions')]).to.deep.equal([409, undefined]);
    await follow('PUT', textAt(json, 'objects.1.actions.upload.href'), { body: Buffer.from('sent later') });
    expect((await verify(textAt(json, 'objects.1.actions.verify.href'), sent.oid, 10)).status).to.equal(200);
  });

  it('refuses a verify link that is altered, used for another oid, or whose maker may push no longer', async () => {
    const oid = sha256('weights');
    const { json } = await batch({ operation: 'upload', objects: [{ oid, size: 7 }] });
    const href = textAt(json, 'objects.0.actions.verify.href');
    expect((await verify(`${href}0`, oid, 7)).status).to.equal(403);
    expect((await verify(href.replace(/\?.*/, ''), oid, 7)).status).to.equal(403);
    expect((await verify(href, sha256('other'), 7)).status).to.equal(400);
    expect((await follow('POST', href, { body: '{', headers: { 'content-type': lfsType } })).status).to.equal(400);
    (await service.application.operator.suspendUser({ email: owner.email }))._unsafeUnwrap();
    expect((await verify(href, oid, 7)).status).to.equal(403);
  });

  it('says of a genuine verify link that its token was revoked, and of no other', async () => {
    const made = await world.apiToken(owner, { id: 'acme' }, { scopes: ['repo:write'] });
    const oid = sha256('weights');
    const { json } = await batch({ operation: 'upload', objects: [{ oid, size: 7 }] }, { token: made.secret });
    const href = textAt(json, 'objects.0.actions.verify.href');
    await world.call('DELETE', `/organizations/acme/tokens/${made.id}`, { token: owner.token });
    const told = async (link: string): Promise<string> => {
      const answer = await verify(link, oid, 7);
      expect(answer.status).to.equal(403);
      expect(valueAt(answer.json, 'error.details')).to.equal(undefined);
      return textAt(answer.json, 'message');
    };
    expect(await told(href)).to.equal(
      'The token that asked for this upload was revoked or has expired: push again with another one.',
    );
    expect(await told(`${href}0`)).to.match(/^The signature of this URL is not valid/);
  });

  it('answers object by object, the missing ones with 404 inside of the 200', async () => {
    const [there, missing] = [await push(Buffer.from('there')), sha256('missing')];
    const { status, json } = await batch({
      operation: 'download',
      ...clientFields,
      objects: [
        { oid: missing, size: 7 },
        { oid: there, size: 5 },
      ],
    });
    expect(status).to.equal(200);
    expect(valueAt(json, 'objects.0')).to.deep.equal({
      oid: missing,
      size: 7,
      error: { code: 404, message: 'Not found: the repository has no such object.' },
    });
    expect(valueAt(json, 'objects.1.oid')).to.equal(there);
    expect(valueAt(json, 'objects.1.actions.download.href')).to.be.a('string');
  });

  it('answers each oid once, with the very text that was sent, also when it is none', async () => {
    const named = [
      { oid: sha256('a'), size: 1 },
      { oid: sha256('a'), size: 1 },
      { oid: 'nonsense', size: 1 },
      { oid: 'nonsense', size: 1 },
      { oid: sha256('b').toUpperCase(), size: 1 },
      { oid: sha256('c'), size: -1 },
      { oid: sha256('d'), size: 1.5 },
      { oid: sha256('e'), size: 0 },
    ];
    for (const operation of ['upload', 'download']) {
      const { status, json } = await batch({ operation, ...clientFields, objects: named });
      expect(status).to.equal(200);
      const objects = listAt(json, 'objects');
      const codes = new Map(objects.map((entry) => [textAt(entry, 'oid'), valueAt(entry, 'error.code')]));
      expect(codes.size).to.equal(objects.length);
      const absent = operation === 'upload' ? undefined : 404;
      expect([...codes].sort()).to.deep.equal(
        [
          [sha256('a'), absent],
          [sha256('e'), absent],
          ['nonsense', 422],
          [sha256('b').toUpperCase(), 422],
          [sha256('c'), 422],
          [sha256('d'), 422],
        ].sort(),
      );
    }
  });

  it('refuses by itself what gives an oid another size than an entry before it, takes all others, and keeps their order', async () => {
    const named = [
      { oid: sha256('a'), size: 1 },
      { oid: sha256('b'), size: -1 },
      { oid: sha256('a'), size: 2 },
      { oid: 'zz', size: 1 },
      { oid: 'zz', size: 2 },
      { oid: sha256('b'), size: 3 },
      { oid: sha256('a'), size: 2 },
      { oid: sha256('a'), size: 1 },
    ];
    for (const operation of ['upload', 'download']) {
      const { status, json } = await batch({ operation, ...clientFields, objects: named });
      expect(status).to.equal(200);
      const absent = operation === 'upload' ? undefined : 404;
      const answered = listAt(json, 'objects').map((entry) => [
        valueAt(entry, 'oid'),
        valueAt(entry, 'size'),
        valueAt(entry, 'error.code'),
      ]);
      expect(answered, operation).to.deep.equal([
        [sha256('a'), 1, absent],
        [sha256('b'), -1, 422],
        [sha256('a'), 2, 409],
        ['zz', 1, 422],
        ['zz', 2, 422],
        [sha256('b'), 3, absent],
      ]);
    }
  });

  it('with application/json refuses as a whole what it answers object by object to real clients', async () => {
    const good = { oid: sha256('a'), size: 1 };
    expect((await asJson({ operation: 'upload', ...clientFields, objects: [good] })).status).to.equal(200);
    expect((await asJson({ operation: 'upload', objects: [good] })).headers['content-type']).to.equal(lfsType);
    const refused = [
      { operation: 'upload', objects: [{ oid: 'nonsense', size: 1 }] },
      { operation: 'upload', objects: [{ ...good, size: -1 }] },
      { operation: 'upload', objects: [good], unknown: 1 },
      { operation: 'upload', objects: [{ ...good, unknown: 1 }] },
      { operation: 'upload', objects: [good], ref: { name: 'x', unknown: 1 } },
    ];
    for (const body of refused) expect((await asJson(body)).status, JSON.stringify(body)).to.equal(400);
    for (const operation of ['upload', 'download']) {
      const contradicting = await asJson({ operation, objects: [good, good, { ...good, size: 2 }] });
      const wrong = { field: 'objects.2.size', problem: 'contradictory' };
      expect([contradicting.status, valueAt(contradicting.json, 'error.details')]).to.deep.equal([400, wrong]);
    }
  });

  it('ignores what real clients add, and refuses what makes no batch', async () => {
    const objects = [{ oid: sha256('a'), size: 1, path: 'a.bin' }];
    const accepted = [
      { operation: 'download', objects },
      { operation: 'download', objects: [] },
      { operation: 'download', objects, ref: {} },
      { operation: 'download', objects, ref: null },
      { operation: 'download', objects, ref: [{ name: 'x' }] },
      { operation: 'download', objects, ref: { name: 'x', extra: 1 }, transfers: null, extra: { deep: [1] } },
    ];
    for (const body of accepted) expect((await batch(body)).status, JSON.stringify(body)).to.equal(200);
    const refused = [
      {},
      { objects },
      { operation: 'verify', objects },
      { operation: 'download' },
      { operation: 'download', objects: null },
      { operation: 'download', objects: [1] },
      { operation: 'download', objects: [{ oid: 1, size: 1 }] },
      { operation: 'download', objects: [{ oid: sha256('a'), size: '1' }] },
      { operation: 'download', objects: [{ oid: sha256('a') }] },
    ];
    for (const body of refused) {
      const answer = await batch(body);
      expect(answer.status, JSON.stringify(body).slice(0, 200)).to.equal(400);
      expect(textAt(answer.json, 'message')).to.equal(textAt(answer.json, 'error.message'));
      expect(textAt(answer.json, 'request_id')).to.equal(answer.headers['x-request-id']);
    }
  });

  it('answers 409 to another hash than sha256', async () => {
    const { status, json } = await batch({ operation: 'download', objects: [], hash_algo: 'sha512' });
    expect([status, valueAt(json, 'error.details.reason')]).to.deep.equal([409, 'hash_algorithm']);
  });

  it('sends a client with the agent to the chunk tree: one URL for all, no verify, no expiry', async () => {
    const url = `${service.baseUrl}/api/v1/repositories/${repository}/lfs`;
    const there = await push(Buffer.from('there'));
    const needed = sha256('needed');
    const offered = { ...clientFields, transfers: ['basic', 'svc', 'ssh'] };
    const objects = [
      { oid: there, size: 5 },
      { oid: needed, size: 6 },
      { oid: sha256('large'), size: 5 * 2 ** 30 + 1 },
      { oid: 'nonsense', size: 1 },
    ];
    const upload = await batch({ operation: 'upload', ...offered, objects });
    expect([upload.status, valueAt(upload.json, 'transfer')]).to.deep.equal([200, 'svc']);
    expect(valueAt(upload.json, 'objects.0')).to.deep.equal({ oid: there, size: 5, authenticated: true });
    expect(valueAt(upload.json, 'objects.1')).to.deep.equal({
      oid: needed,
      size: 6,
      authenticated: true,
      actions: { upload: { href: url } },
    });
    expect(valueAt(upload.json, 'objects.2.error.code')).to.equal(402);
    expect(valueAt(upload.json, 'objects.3.error.code')).to.equal(422);
    const download = await batch({ operation: 'download', ...offered, objects: objects.slice(0, 2) });
    expect(valueAt(download.json, 'transfer')).to.equal('svc');
    expect(valueAt(download.json, 'objects.0')).to.deep.equal({
      oid: there,
      size: 5,
      authenticated: true,
      actions: { download: { href: url } },
    });
    expect(valueAt(download.json, 'objects.1.error.code')).to.equal(404);
  });

  it('gives a client with the agent URLs for the small ones of many, in the headers of their actions', async () => {
    const url = `${service.baseUrl}/api/v1/repositories/${repository}/lfs`;
    const offered = { ...clientFields, transfers: ['svc'] };
    const texts = Array.from({ length: 9 }, (_, at) => Buffer.from(`one of many ${at}`));
    const objects = texts.map((bytes) => ({ oid: sha256(bytes), size: bytes.byteLength }));
    const upload = await batch({ operation: 'upload', ...offered, objects });
    expect(valueAt(upload.json, 'transfer')).to.equal('svc');
    for (const [at, bytes] of texts.entries()) {
      expect(valueAt(upload.json, `objects.${at}.actions`)).to.have.all.keys('upload');
      const action = valueAt(upload.json, `objects.${at}.actions.upload`);
      expect(action).to.deep.include({ href: url, expires_in: 900, expires_at: '2026-01-01T00:15:00.000Z' });
      expect(textAt(action, 'header.Content-Type')).to.equal('application/octet-stream');
      expect((await follow('PUT', textAt(action, 'header.SVC-Object-URL'), { body: bytes })).status).to.equal(200);
      const verified = await verify(textAt(action, 'header.SVC-Verify-URL'), sha256(bytes), bytes.byteLength);
      expect(verified.status, verified.text).to.equal(200);
    }
    const download = await batch({ operation: 'download', ...offered, objects });
    expect(valueAt(download.json, 'transfer')).to.equal('svc');
    for (const [at, bytes] of texts.entries()) {
      const action = valueAt(download.json, `objects.${at}.actions.download`);
      expect(action).to.deep.include({ href: url, expires_in: 900, expires_at: '2026-01-01T00:15:00.000Z' });
      const answer = await follow('GET', textAt(action, 'header.SVC-Object-URL'));
      expect(answer.bytes.equals(bytes)).to.equal(true);
    }
  });

  it('stays with basic where the agent is not offered', async () => {
    const objects = [{ oid: sha256('a'), size: 1 }];
    for (const transfers of [undefined, null, [], ['basic'], ['ssh', 'SVC', 'svc2']]) {
      const { json } = await batch({ operation: 'upload', objects, transfers });
      expect(valueAt(json, 'transfer'), JSON.stringify(transfers)).to.equal('basic');
      expect(valueAt(json, 'objects.0.actions.verify.href')).to.be.a('string');
    }
  });

  it('lets a VIEWER download and tells them that they may not upload', async () => {
    const objects = [{ oid: sha256('a'), size: 1 }];
    expect((await batch({ operation: 'download', objects }, { token: viewer.token })).status).to.equal(200);
    const refused = await batch({ operation: 'upload', objects }, { token: viewer.token });
    expect(refused.status).to.equal(403);
    expect(textAt(refused.json, 'message')).to.include('repository.push');
    expect(refused.headers['www-authenticate']).to.equal(undefined);
  });

  it('answers an object above the plan with 402 of its own, and a storage that is full with 402 as a whole', async () => {
    const { status, json } = await batch({
      operation: 'upload',
      objects: [
        { oid: sha256('large'), size: 5 * 2 ** 30 + 1 },
        { oid: sha256('small'), size: 1 },
      ],
    });
    expect(status).to.equal(200);
    expect(valueAt(json, 'objects.0.error.code')).to.equal(402);
    expect(valueAt(json, 'objects.1.actions.upload.href')).to.be.a('string');
    const objects = Array.from({ length: 3 }, (_, at) => ({ oid: sha256(`full ${at}`), size: 5 * 2 ** 30 }));
    const full = await batch({ operation: 'upload', objects });
    expect([full.status, valueAt(full.json, 'error.details.reason')]).to.deep.equal([402, 'storage_quota']);
  });
});

describe('Git LFS batch above the limit of one upload', () => {
  it('never signs a URL that must fail: it names the way that works', async () => {
    const { service, world, owner, organization } = await startAcme({
      ports: (ports) => ({
        ...ports,
        blobs: {
          ...ports.blobs,
          signer: (namespace) => ports.blobs.signer(namespace).map((signer) => ({ ...signer, maxSinglePutBytes: 100 })),
        },
      }),
    });
    const repository = await world.repository(owner, organization, { name: 'Models' });
    const objects = [
      { oid: sha256('a'), size: 101 },
      { oid: sha256('b'), size: 100 },
    ];
    const batch = await world.call('POST', `/repositories/${repository}/lfs/objects/batch`, {
      token: owner.token,
      body: { operation: 'upload', objects },
    });
    expect(valueAt(batch.json, 'objects.0.error.code')).to.equal(413);
    expect(textAt(batch.json, 'objects.0.error.message')).to.match(/send it with svc, the chunking transfer agent/);
    expect(valueAt(batch.json, 'objects.1.actions.upload.href')).to.be.a('string');
    const uploads = `/repositories/${repository}/uploads`;
    const session = textAt((await world.call('POST', uploads, { token: owner.token })).json, 'session.id');
    const { json } = await world.call('POST', `${uploads}/${session}/objects`, { token: owner.token, body: { objects } });
    expect(valueAt(json, 'objects.0.error.code')).to.equal('payload_too_large');
    expect(valueAt(json, 'objects.1.upload_url')).to.be.a('string');
    await service.close();
  });
});
