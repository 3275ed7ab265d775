import { expect } from 'chai';
import { type ClientRig, oidOf, repository, startClientRig } from './rigs/client-rig.js';
import { json } from './rigs/scripted-server.js';

describe("the client's Git LFS", () => {
  let rig: ClientRig;
  before(async () => {
    rig = await startClientRig();
  });
  after(() => rig.close());
  beforeEach(() => rig.forget());

  it('reads a batch', async () => {
    rig.server.script = [
      json(200, {
        transfer: 'svc',
        objects: [
          { oid: oidOf('1'), size: 1, actions: { upload: { href: 'https://svc.example/lfs' } } },
          { oid: oidOf('2'), size: 2, error: { code: 404, message: 'Not there.' } },
        ],
      }),
    ];
    const batch = await rig.open().lfs.batch(repository, { operation: 'upload', transfers: ['svc'], objects: [] });
    expect(batch._unsafeUnwrap()).to.deep.equal({
      transfer: 'svc',
      entries: [
        {
          oid: oidOf('1'),
          sizeBytes: 1,
          action: { href: 'https://svc.example/lfs', header: {} },
          verify: undefined,
          error: undefined,
        },
        { oid: oidOf('2'), sizeBytes: 2, action: undefined, verify: undefined, error: { code: '404', message: 'Not there.' } },
      ],
    });
  });

  it('uploads an object as a batch says, and has it verified, without the credential', async () => {
    const actions = {
      upload: {
        href: `${rig.server.baseUrl}/store`,
        header: { 'Content-Type': 'application/octet-stream', 'X-Checksum': 'sum' },
      },
      verify: { href: `${rig.server.baseUrl}/verify?token=t` },
    };
    rig.server.script = [
      json(200, { transfer: 'basic', hash_algo: 'sha256', objects: [{ oid: oidOf('1'), size: 3, actions }] }),
      json(200, {}),
      json(200, {}),
    ];
    const { lfs } = rig.open();
    const batch = (await lfs.batch(repository, { operation: 'upload', transfers: ['basic'], objects: [] }))._unsafeUnwrap();
    const [{ action, verify } = expect.fail('one entry')] = batch.entries;
    if (action === undefined || verify === undefined) expect.fail('both actions');
    (await lfs.upload(action, Buffer.from('abc')))._unsafeUnwrap();
    (await lfs.verify(verify, { oid: oidOf('1'), sizeBytes: 3 }))._unsafeUnwrap();
    const [, put, post] = rig.server.seen;
    expect(put).to.deep.include({ method: 'PUT', url: '/store', body: Buffer.from('abc') });
    expect(put?.headers).to.include({ 'content-type': 'application/octet-stream', 'x-checksum': 'sum' });
    expect(post).to.deep.include({ method: 'POST', url: '/verify?token=t' });
    expect(JSON.parse(post?.body.toString() ?? '')).to.deep.equal({ oid: oidOf('1'), size: 3 });
    for (const signed of [put, post]) expect(signed?.headers).not.to.include.keys('authorization');
  });

  it('refuses a batch whose headers are no texts', async () => {
    const actions = { upload: { href: 'https://svc.example/store', header: { 'X-Count': 1 } } };
    rig.server.script = [json(200, { transfer: 'basic', hash_algo: 'sha256', objects: [{ oid: oidOf('1'), size: 3, actions }] })];
    const batch = rig.open().lfs.batch(repository, { operation: 'upload', transfers: ['basic'], objects: [] });
    expect((await batch)._unsafeUnwrapErr().code).to.equal('malformed_answer');
  });
});
