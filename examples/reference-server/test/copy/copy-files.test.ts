import { createNodeCodec } from '@svc/codec-node';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bytesNamed } from '../client/test-object.js';
import { runProcess } from '../server/run-command.js';
import { startServer } from '../server/start-server.js';
import { treeObjectOf } from '../tree/tree-object.js';

const namespace = 'repositories/00000000-0000-4000-8000-000000000001';

const objectKey = (bytes: Uint8Array): string => {
  const oid = createHash('sha256').update(bytes).digest('hex');
  return `${namespace}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
};

describe('svc-server copy-files', () => {
  let folder: string;
  let settings: Readonly<Record<string, string>>;
  const large = Buffer.alloc(20_000_000, 'not all alike ');
  const blobs = new Map<string, Uint8Array>([
    [objectKey(Buffer.from('small')), Buffer.from('small')],
    [objectKey(large), large],
    [objectKey(Buffer.alloc(0)), Buffer.alloc(0)],
    [`${namespace}/cas/notes.txt`, Buffer.from('a file of a client')],
    [`${namespace}/staging/00000000-0000-4000-8000-000000000002/${'0'.repeat(64)}`, Buffer.from('not verified')],
  ]);
  const put = (root: string, key: string, bytes: Uint8Array): void => {
    mkdirSync(dirname(join(folder, root, key)), { recursive: true });
    writeFileSync(join(folder, root, key), bytes);
  };
  const copy = (from: string, to: string, ...more: readonly string[]) =>
    runProcess(['copy-files', '--from', from, '--to', to, ...more], folder, settings);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-copy-files-'));
    const s3 = await s3ForTests();
    settings = {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: await s3.newBucket(),
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      LOG_LEVEL: 'warn',
    };
    for (const [key, bytes] of blobs) put('blobs', key, bytes);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('carries every file from a folder into a bucket and back, under the same keys', async () => {
    const bytes = [...blobs.values()].reduce((sum, blob) => sum + blob.byteLength, 0);
    const said = { code: 0, stdout: `copied ${blobs.size} files, ${bytes} bytes; 0 were there\n` };
    expect(await copy('blobs', 's3')).to.include(said);
    expect(await copy('s3', 'back')).to.include(said);
    for (const [key, blob] of blobs) expect(readFileSync(join(folder, 'back', key)).equals(blob), key).to.equal(true);
  });

  it('leaves what can never change as it is at the next time, and reads it when it is told to', async () => {
    await copy('blobs', 'there');
    const key = objectKey(Buffer.from('small'));
    writeFileSync(join(folder, 'there', key), 'rot!!');
    put('blobs', `${namespace}/cas/notes.txt`, Buffer.from('A FILE OF A CLIENT'));
    expect((await copy('blobs', 'there')).stdout).to.match(/^copied 2 files, \d+ bytes; 3 were there\n$/);
    expect(readFileSync(join(folder, 'there', `${namespace}/cas/notes.txt`), 'utf8')).to.equal('A FILE OF A CLIENT');
    expect(readFileSync(join(folder, 'there', key), 'utf8')).to.equal('rot!!');
    expect((await copy('blobs', 'there', '--verify')).stdout).to.match(/^copied 3 files, \d+ bytes; 2 were there\n$/);
    expect(readFileSync(join(folder, 'there', key), 'utf8')).to.equal('small');
  });

  it('carries packs, chunk maps and frozen manifests once, and names those that are damaged', async () => {
    const codec = await createNodeCodec();
    const { packs, maps, manifest } = treeObjectOf(codec, bytesNamed('in chunks', 300_000), 64 * 1024);
    const named = [...packs, ...maps].map(({ path, bytes }) => [`${namespace}/cas/${path}`, bytes] as const);
    const sha256 = createHash('sha256').update(manifest.bytes).digest('hex');
    const frozen = [`${namespace}/cas/objects/manifests/${sha256}`, manifest.bytes] as const;
    const fixed = [...named, frozen];
    for (const [key, bytes] of [...fixed, [`${namespace}/cas/${manifest.path}`, manifest.bytes] as const])
      put('blobs', key, bytes);
    await copy('blobs', 'there');
    expect((await copy('blobs', 'there')).stdout)
      .to.contain(`; ${3 + fixed.length} were there\n`)
      .and.match(/^copied 3 files/);
    expect((await copy('blobs', 'there', '--verify')).stdout).to.match(/^copied 3 files/);
    for (const [key, bytes] of fixed) put('there', key, Buffer.alloc(bytes.byteLength));
    expect((await copy('blobs', 'there', '--verify')).stdout).to.match(new RegExp(`^copied ${3 + fixed.length} files`));
    for (const [key, bytes] of fixed) put('blobs', key, Buffer.alloc(bytes.byteLength));
    const { code, stdout } = await copy('blobs', 'elsewhere');
    expect(code).to.equal(1);
    for (const [key] of fixed) expect(stdout).to.contain(`damaged: ${key}\n`);
  });

  it('names an object that is damaged, copies the others, and ends with 1', async () => {
    const key = objectKey(Buffer.from('small'));
    put('blobs', key, Buffer.from('rot!!'));
    const { code, stdout, stderr } = await copy('blobs', 'there');
    expect(code).to.equal(1);
    expect(stdout).to.contain(`damaged: ${key}\n`).and.contain(`copied ${blobs.size} files`);
    expect(stderr).to.match(/^svc-server: 1 files were copied as they are[^\n]*\n$/);
  });

  it('refuses a folder that is not there, a bucket without settings, and a target on which a server runs', async () => {
    expect((await copy('nowhere', 'there')).stderr).to.match(
      /^svc-server: --from cannot be used: there is no folder [^\n]+nowhere\n$/,
    );
    expect(existsSync(join(folder, 'nowhere'))).to.equal(false);
    settings = {};
    expect((await copy('blobs', 's3')).stderr).to.match(/^svc-server: S3_BUCKET must be set too[^\n]+\n$/);
    const server = await startServer();
    try {
      expect((await copy('blobs', join(server.dataDir, 'blobs'))).stderr).to.match(
        /^svc-server: the files in [^\n]+ are in use by another server/,
      );
    } finally {
      await server.close();
    }
  });
});
