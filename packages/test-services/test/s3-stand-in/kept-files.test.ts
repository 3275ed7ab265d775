import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { type StandIn, startStandIn } from '../../src/s3.js';
import { waitUntil } from '../../src/wait-until.js';
import { clientOf, counted, expectRefusal, plain } from '../rigs/s3-bench.js';
import { signUrl } from '../rigs/sign-url.js';

describe('files of the stand-in', () => {
  const { TMPDIR } = process.env;
  let parent: string;
  let server: StandIn;
  let bucket: string;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'kept-files-'));
    process.env['TMPDIR'] = parent;
    server = await startStandIn({ mode: 'strict' });
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    bucket = await server.newBucket();
  });
  after(() => rm(parent, { recursive: true, force: true }));

  const kept = async (): Promise<number> => {
    const [folder = ''] = await readdir(parent);
    return (await readdir(join(parent, folder))).length;
  };
  const send = (method: string, key: string, body?: Buffer) =>
    plain(signUrl(server, method, `/${bucket}/${key}`), body === undefined ? { method } : { method, body });

  it('are one for each object, also of one that took the place of another', async () => {
    for (const key of ['a', 'b', 'a']) await send('PUT', key, counted(1000));
    expect(await kept()).to.equal(2);
    await clientOf(server).send(new CopyObjectCommand({ Bucket: bucket, Key: 'c', CopySource: `${bucket}/a` }));
    await send('DELETE', 'a');
    expect((await send('GET', 'c')).body.equals(counted(1000))).to.equal(true);
    for (const key of ['b', 'c']) await send('DELETE', key);
    expect(await kept()).to.equal(0);
  });

  it('are gone with a body that was refused or broke off', async () => {
    const client = clientOf(server);
    const wrong = new PutObjectCommand({ Bucket: bucket, Key: 'a', Body: counted(1000), ContentMD5: '1B2M2Y8AsgTpgAmY7PhCfg==' });
    await expectRefusal(client.send(wrong), 400, 'BadDigest');
    expect(await kept()).to.equal(0);
    const sending = httpRequest(signUrl(server, 'PUT', `/${bucket}/a`), { method: 'PUT', headers: { 'content-length': 1000 } });
    sending.on('error', () => undefined);
    sending.write(counted(500));
    await waitUntil('the bytes come', async () => (await kept()) === 1);
    sending.destroy();
    await waitUntil('nothing is kept', async () => (await kept()) === 0);
  });

  it('are gone with an upload that is given up', async () => {
    const client = clientOf(server);
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'm' }));
    const address = { Bucket: bucket, Key: 'm', UploadId };
    for (const PartNumber of [1, 2, 1]) await client.send(new UploadPartCommand({ ...address, PartNumber, Body: counted(100) }));
    expect(await kept()).to.equal(2);
    await client.send(new AbortMultipartUploadCommand(address));
    expect(await kept()).to.equal(0);
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'm' }));
  });

  it('stay as long as someone reads them', async () => {
    const bytes = counted(20_000_000);
    await send('PUT', 'large', bytes);
    const answer = await fetch(signUrl(server, 'GET', `/${bucket}/large`));
    await send('DELETE', 'large');
    expect(await kept()).to.equal(1);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).to.equal(true);
    await waitUntil('nothing is kept', async () => (await kept()) === 0);
  });

  it('are gone with the server', async () => {
    await send('PUT', 'a', counted(10));
    await server.stop();
    expect(await readdir(parent)).to.deep.equal([]);
  });
});
