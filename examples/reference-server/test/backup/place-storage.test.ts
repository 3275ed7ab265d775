import { isObjectKey } from '@svc/core/model';
import { createS3BlobStore } from '@svc/storage-s3';
import { s3ForTests } from '@svc/test-services/s3';
import { expect } from 'chai';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from '../../src/adapters/open-storage.js';
import { type BackupStack, newStack } from './backup-stack.js';

const ways = [
  ['backup', '--to'],
  ['backups', '--from'],
  ['restore', '--from'],
  ['prune-backups', '--keep-last', '1', '--from'],
] as const;

describe('the place of back-ups', () => {
  let stack: BackupStack;
  const at = (path: string): string => join(stack.folder, path);
  /** The file of a server that was started once. */
  const own = 'data/blobs/repositories/of-somebody';
  beforeEach(async () => {
    stack = await newStack('sqlite-fs');
    mkdirSync(at('data/blobs/repositories'), { recursive: true });
    writeFileSync(at(own), 'needed');
  });
  afterEach(() => stack.drop());

  const expectRefused = async (
    parameters: readonly string[],
    problem: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const { code, stderr } = await stack.commandWith(settings, ...parameters);
    expect({ code, stderr }, parameters.join(' ')).to.deep.equal({ code: 1, stderr: `svc-server: ${problem}\n` });
  };
  const isOwn = 'back-ups cannot be where the server keeps its own files';

  it('is never where the server keeps its own files, whichever symbolic links lead there', async () => {
    symlinkSync(at('data/blobs'), at('link'));
    symlinkSync('data', at('linked-data'));
    symlinkSync('data/blobs/not-yet', at('dangling'));
    for (const way of ways) {
      for (const path of ['data/blobs', 'link', 'link/deeper', 'linked-data/blobs', 'dangling'])
        await expectRefused([...way, at(path)], isOwn);
      await expectRefused([...way, at('data/blobs')], isOwn, { DATA_DIR: at('linked-data') });
    }
    expect(existsSync(at(own))).to.equal(true);
    expect(readdirSync(at('.')).filter((name) => name.endsWith('.lock'))).to.deep.equal([]);
  });

  it('has no files of the server in the folders that back-ups share, from which a removal takes all that it does not know', async () => {
    symlinkSync('.', at('around'));
    for (const name of ['repositories', 'contents'])
      for (const way of ways) await expectRefused([...way, at('around')], isOwn, { DATA_DIR: at(name) });
  });

  it('has no files of the server in a bucket from which a removal takes them, and is not among those', async () => {
    // For its database.
    await (await stack.serve()).stop();
    const s3 = await s3ForTests();
    const { endpoint, region, accessKeyId, secretAccessKey } = s3;
    const bucket = await s3.newBucket();
    const prefix = 'contents/prod';
    const settings = {
      STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_PREFIX: prefix,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const credentials = { accessKeyId, secretAccessKey };
    const blobs = createS3BlobStore({ endpoint, region, bucket, prefix, pathStyle: true, credentials });
    const key = 'repositories/of-somebody';
    if (!isObjectKey(key)) throw new Error('invariant: it is a key');
    const bytes = Buffer.from('needed');
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes;
    };
    expect((await blobs.write(key, body(), bytes.length)).isOk()).to.equal(true);
    for (const way of ways)
      for (const place of ['', '/', `/${prefix}`, `/${prefix}/repositories`, `/${prefix}/repositories/of-us/`])
        await expectRefused([...way, `s3://${bucket}${place}`], isOwn, settings);
    const beside = `s3://${bucket}/${prefix}/back-ups`;
    for (let count = 0; count < 2; count += 1)
      expect((await stack.commandWith(settings, 'backup', '--to', beside)).code).to.equal(0);
    const pruned = await stack.commandWith(settings, 'prune-backups', '--keep-last', '1', '--from', beside);
    expect(pruned.stdout, pruned.stderr).to.match(/^removed 1 back-ups/);
    expect((await blobs.head(key)).isOk()).to.equal(true);
    blobs.close();
  });

  it('is claimed for all paths that lead there', async () => {
    mkdirSync(at('place'));
    symlinkSync('place', at('link'));
    const claim = await claimFolder(at('place'));
    const inUse = `the back-ups in ${at('link')} are in use by another backup or prune-backups; run this again when that has ended`;
    for (const way of [ways[0], ways[3]]) await expectRefused([...way, at('link')], inUse);
    claim.release();
  });

  it('is left alone, as the data directory is, while another command that works there has not ended', async () => {
    mkdirSync(at('place'));
    const claim = await claimFolder(at('data/.work'));
    const inUse = `${at('data/.work')} is in use by another backup, restore or prune-backups; run this again when that has ended`;
    await expectRefused(['restore', '--from', at('place')], inUse);
    claim.release();
  });

  it('is made for a back-up alone, and the folder around it for none', async () => {
    for (const way of ways.slice(1)) await expectRefused([...way, at('typo')], `there is no folder ${at('typo')}`);
    await expectRefused(['backup', '--to', at('typo/svc')], `there is no folder ${at('typo')}`);
    expect(readdirSync(stack.folder).filter((name) => name.startsWith('typo'))).to.deep.equal([]);
  });

  it('is named when it cannot be used', async () => {
    writeFileSync(at('file'), '');
    await expectRefused(
      ['backup', '--to', '/proc/place'],
      'no file can be made beside the folder /proc/place, or beside what it links to, to claim it: unable to open database file',
    );
    const below = at('file/below');
    await expectRefused(['backup', '--to', below], `--to ${below} cannot be used: ENOTDIR: not a directory, realpath '${below}'`);
    const { stderr } = await stack.command('prune-backups', '--keep-last', '1', '--from', at('file'));
    expect(stderr).to.match(/^svc-server: --from \S+\/file cannot be used: E[A-Z]+: [^\n]+\n$/);
  });

  it('can be listed where the server has no folder, and none is made', async () => {
    mkdirSync(at('place'));
    const listed = await stack.commandWith({ DATA_DIR: at('none') }, 'backups', '--from', at('place'));
    expect(listed).to.deep.equal({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(at('none'))).to.equal(false);
  });
});
