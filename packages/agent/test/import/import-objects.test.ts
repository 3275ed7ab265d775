import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createLfsEndpoint, type Transport } from '@svc/client';
import { expect } from 'chai';
import { importObjects } from '../../src/import/import-objects.js';
import { type OpenTransferContext, openTransferContext } from '../../src/transfer-context.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { createFaultyFileSystem, type FaultyFileSystem } from '../rigs/faulty-file-system.js';
import { problemIn } from '../rigs/problem-in.js';

const bytes = Buffer.from('what the source has');
const sizeBytes = bytes.byteLength;
const oid = oidOf(createHash('sha256').update(bytes).digest('hex'));
const url = 'https://one.test/lfs';

async function* piecesOf(body: Uint8Array) {
  yield body;
}

/** The source has the object, and the service none. */
const transport: Transport = async ({ url: asked }) => {
  const ofSource = { objects: [{ oid, size: sizeBytes, actions: { download: { href: 'https://one.test/object' } } }] };
  const ofService = { packs: [], chunks: [], sizes: [], objects: [] };
  const told = asked.endsWith('/objects/batch') ? ofSource : ofService;
  const body = asked.endsWith('/object') ? bytes : Buffer.from(JSON.stringify(told));
  return { status: 200, header: () => undefined, body: piecesOf(body) };
};

describe('objects that are imported', () => {
  let folder: string;
  let fileSystem: FaultyFileSystem;
  let context: OpenTransferContext;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-import-'));
    fileSystem = createFaultyFileSystem(folder);
    const client = createClient({ baseUrl: 'https://two.test', credential: 'secret', transport });
    context = await openTransferContext({ client, repositoryId: 'any', fileSystem, threads: 1 });
  });
  afterEach(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });

  it('are not told to be missing where the disk here has no room for them: that ends the import', async () => {
    fileSystem.fail('write *.part', 'ENOSPC');
    const importing = importObjects(context, [{ oid, sizeBytes, name: 'model.bin' }], {
      source: createLfsEndpoint({ url, transport }),
      temporaryFolder: folder,
      isDryRun: false,
    });
    expect((await problemIn(importing.next())).message).to.match(/ cannot be written \(ENOSPC\)$/);
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
