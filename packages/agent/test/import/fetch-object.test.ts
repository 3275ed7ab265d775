import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLfsEndpoint, type TransportAnswer } from '@svc/client';
import { expect } from 'chai';
import { type FileSystem, nodeFileSystem } from '../../src/file-system.js';
import { fetchObject } from '../../src/import/fetch-object.js';
import { oidOf } from '../../src/verify/hash-file.js';
import { problemIn } from '../rigs/problem-in.js';

const bytes = Buffer.from('what the source has');
const oid = oidOf(createHash('sha256').update(bytes).digest('hex'));
const known = { href: 'https://store.test/old', header: {} };
const fresh = { href: 'https://store.test/new' };

describe('an object that is fetched from a source', () => {
  let folder: string;
  /** The statuses of the answers to come, of which the last one stays. */
  let statuses: number[];
  let requests: string[];
  /** How many bytes of an answer come before it breaks off; all of them come when absent. */
  let comingBytes: number | undefined;
  let fileSystem: FileSystem;
  /** Of how many answers the body was read to its end, or left. */
  let endedBodies: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-fetch-'));
    statuses = [200];
    requests = [];
    comingBytes = undefined;
    fileSystem = nodeFileSystem;
    endedBodies = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function* piecesOf(body: Uint8Array) {
    try {
      yield body;
    } finally {
      endedBodies += 1;
    }
  }
  const answer = (status: number, body: Uint8Array): TransportAnswer => ({
    status,
    header: () => undefined,
    body: piecesOf(body),
  });
  const fetched = async (sizeBytes: number): Promise<void> => {
    const object = { oid, sizeBytes, name: 'model.bin' };
    const source = createLfsEndpoint({
      url: 'https://source.test/lfs',
      transport: async ({ method, url }) => {
        requests.push(`${method} ${url}`);
        if (method === 'POST') {
          const objects = [{ oid, size: sizeBytes, actions: { download: fresh } }];
          return answer(200, Buffer.from(JSON.stringify({ objects })));
        }
        const [status = 200] = statuses.length > 1 ? statuses.splice(0, 1) : statuses;
        return answer(status, bytes.subarray(0, comingBytes));
      },
    });
    const context = { fileSystem, onProgress: () => undefined, signal: new AbortController().signal };
    await fetchObject(context, source, object, known, join(folder, 'object'));
  };

  it('is asked about again, once, where a URL that was given before does not hold any more', async () => {
    statuses = [403, 200];
    await fetched(bytes.byteLength);
    expect(await readFile(join(folder, 'object'))).to.deep.equal(bytes);
    const asked = [`GET ${known.href}`, 'POST https://source.test/lfs/objects/batch', `GET ${fresh.href}`];
    expect(requests).to.deep.equal(asked);
    statuses = [403];
    requests = [];
    expect((await problemIn(fetched(bytes.byteLength))).message).to.equal('the source answers 403');
    expect(requests).to.deep.equal(asked);
  });

  it('is told to be longer than its pointer says, and leaves nothing', async () => {
    expect((await problemIn(fetched(1))).message).to.equal('it came with more bytes than it has');
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('leaves no answer open where what has come cannot be begun anew', async () => {
    comingBytes = 4;
    const cannotTruncate = async (): Promise<never> => {
      throw Object.assign(new Error('no'), { code: 'EIO' });
    };
    fileSystem = {
      ...nodeFileSystem,
      open: async (...opening) => Object.assign(await nodeFileSystem.open(...opening), { truncate: cannotTruncate }),
    };
    expect((await problemIn(fetched(bytes.byteLength))).message).to.match(/ cannot be written \(EIO\)$/);
    expect(endedBodies).to.equal(requests.length);
  });
});
