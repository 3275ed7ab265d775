import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { actionOf, batch, send } from './lfs-request.js';
import { createLfsWorld, type LfsWorld } from './lfs-world.js';
import { writeSparseFile } from './sparse-file.js';
import { cloneOf, commitPointer, createOrigin, createWorkingCopy, objectPath } from './working-copy.js';

/** Larger than every buffer on its way; as a proof 2 GiB, so that 31 bits do not hold the offset of the last byte. */
const LAST_BYTES_AT = 2 ** 20 * rounds({ property: 'git-lfs brings a large file through (MiB)', test: 64, proof: 2_048 });
const SIZE = LAST_BYTES_AT + 4097;

const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
};

describe(`git-lfs with a file of ${LAST_BYTES_AT / 2 ** 20} MiB`, () => {
  let world: LfsWorld;
  before(async () => {
    // URLs of the server's own: the bytes need not go through the proxy.
    world = await createLfsWorld({ BASE_URL: '' });
  });
  after(() => world.close());

  it('pushes it, and fetches it into a fresh clone', async () => {
    const repository = await world.createRepository('large');
    const token = await world.createToken();
    const computer = await world.newComputer();
    await computer.saveCredential(repository.lfsUrl, token);
    const origin = await createOrigin(computer);
    const copy = await createWorkingCopy(computer, origin, repository.lfsUrl);
    const made = join(computer.root, 'large.bin');
    await writeSparseFile(made, SIZE);
    const oid = await sha256OfFile(made);
    await mkdir(dirname(objectPath(copy, oid)), { recursive: true });
    await rename(made, objectPath(copy, oid));
    await commitPointer(copy, 'large.bin', oid, SIZE);

    const push = await copy.push();
    expect(push.exitCode, push.stderr).to.equal(0);
    expect(await world.listedOids(repository)).to.deep.equal([oid]);
    await rm(copy.path, { recursive: true });

    const { outcome, copy: clone } = await cloneOf(computer, origin, 'fresh', { env: { GIT_LFS_SKIP_SMUDGE: '1' } });
    expect(outcome.exitCode, outcome.stderr).to.equal(0);
    await clone.git('lfs', 'fetch');
    expect((await stat(objectPath(clone, oid))).size).to.equal(SIZE);
    expect(await sha256OfFile(objectPath(clone, oid))).to.equal(oid);

    const { href } = actionOf(await batch(repository.lfsUrl, token, 'download', [{ oid, size: SIZE }]), 'download');
    const tail = await send({ method: 'GET', url: href, headers: { Range: `bytes=${LAST_BYTES_AT}-${SIZE - 1}` } });
    expect(tail.headers['content-range']).to.equal(`bytes ${LAST_BYTES_AT}-${SIZE - 1}/${SIZE}`);
    expect([tail.status, tail.bytes.length]).to.deep.equal([206, SIZE - LAST_BYTES_AT]);
  });
});
