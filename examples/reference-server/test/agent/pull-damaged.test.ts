import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@svc/test-services/wait-until';
import { expect } from 'chai';
import { z } from 'zod';
import { bytesNamed, sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { signedUrls } from '../server/stack.js';
import { runAgent } from './agent-process.js';
import { createIndexedClone, type IndexedClone } from './indexed-clone.js';

const pathsIn = z.array(z.object({ path: z.string() }));

describe('svc pull of a folder, and svc verify, where some objects are damaged', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let clone: IndexedClone;
  let folders = 0;
  const inChunks = bytesNamed('in chunks', 500_000);
  const whole = bytesNamed('whole', 400_000);
  const sound = bytesNamed('sound', 300_000);
  const small = Array.from({ length: 10 }, (_, at) => bytesNamed(`small ${at}`, 100 + at));
  const lostSmall = small[3] ?? expect.fail('there are ten');

  before(async () => {
    // Signed URLs lead to the bucket itself.
    world = await createLfsWorld({ BASE_URL: '', RATE_LIMIT_RPS: '1000', RATE_LIMIT_BURST: '2000' });
    computer = await world.newComputer();
    clone = await createIndexedClone(world, computer, await world.createToken());
    await clone.copy.commit({
      'd/a-chunks.bin': inChunks,
      'd/b-same.bin': inChunks,
      'd/c-whole.bin': whole,
      'd/d-sound.bin': sound,
      ...Object.fromEntries(small.map((bytes, at) => [`s/${at}.bin`, bytes])),
    });
    await symlink('d-sound.bin', join(clone.copy.path, 'd/e-link'));
    await clone.copy.commit({});
    expect((await clone.svc('push', 'd/a-chunks.bin')).code).to.equal(0);
    await clone.publish();
    const { id } = clone.repository;
    // Those of the link too, which the index has stored.
    const [packs = []] = await world.server.place.rows(
      `select path from tree_files where repository_id = '${id}' and path like 'chunks/packs/%'`,
    );
    for (const { path } of pathsIn.parse(packs)) await world.server.place.loseBlob(`repositories/${id}/cas/${path}`);
    for (const bytes of [whole, lostSmall]) {
      const oid = sha256(bytes);
      await world.server.place.loseBlob(`repositories/${id}/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);
    }
  });
  after(() => world.close());

  const pull = async (...args: readonly string[]) => {
    folders += 1;
    const folder = join(computer.root, `pulled ${folders}`);
    await mkdir(folder);
    const outcome = await runAgent(computer, ['pull', ...args, '-o', 'out'], { ...clone.options, folder });
    return { ...outcome, files: (await readdir(join(folder, 'out'))).toSorted() };
  };
  const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n');

  /** The first time it is met by the agent, and later it is known to the service. */
  for (const when of ['at first', 'also when the service has found it']) {
    it(`names each damaged file by its path, writes the others and fails, ${when}`, async () => {
      const { code, stdout, stderr, files } = await pull('d', '--allow-missing');
      expect(files, stderr).to.deep.equal(['d-sound.bin']);
      expect(stdout).to.equal(`${sha256(sound)}  out/d-sound.bin\n`);
      const lines = linesOf(stderr);
      for (const name of ['a-chunks.bin', 'b-same.bin', 'c-whole.bin', 'e-link'])
        expect(
          lines.filter((line) => line.startsWith(`svc: out/${name} is damaged where it is stored`)),
          stderr,
        ).to.have.length(1);
      expect(lines.at(-2)).to.contain('; left out: 4 files that are damaged; ');
      expect(lines.at(-1)).to.equal('svc: 4 files are damaged');
      expect(code).to.equal(1);
      await waitUntil('the service knows of what was read through it', async () => {
        const oids = (signedUrls === 'external' ? [inChunks] : [inChunks, whole]).map((bytes) => sha256(bytes));
        const [rows = []] = await world.server.place.rows(
          `select name from damaged_files where repository_id = '${clone.repository.id}' and kind = 'object'`,
        );
        return oids.every((oid) => JSON.stringify(rows).includes(oid));
      });
    });
  }

  it('says so of one of many small files, and for programs', async () => {
    const { code, stdout, stderr, files } = await pull('s', '--json');
    expect(files, stderr).to.deep.equal(small.map((_, at) => `${at}.bin`).filter((name) => name !== '3.bin'));
    expect(linesOf(stdout).map((line): unknown => JSON.parse(line))).to.deep.include({
      path: 'out/3.bin',
      left_out: 'damaged',
      oid: sha256(lostSmall),
    });
    expect(stderr).to.match(/^svc: out.3\.bin is damaged where it is stored[^\n]*\n/);
    expect(code).to.equal(1);
  });

  it('verifies all that is named, and names what is not right', async () => {
    const never = sha256(bytesNamed('never', 1));
    const { code, stdout, stderr } = await clone.svc('verify', sha256(inChunks), never, sha256(whole), sha256(sound));
    expect(stdout).to.equal(`${sha256(sound)}: OK\n`);
    expect(linesOf(stderr).map((line) => /[0-9a-f]{64}/.exec(line)?.[0])).to.deep.equal([
      sha256(inChunks),
      never,
      sha256(whole),
      undefined,
    ]);
    expect(stderr).to.match(/\nsvc: 3 of 4 objects were not verified\n$/);
    expect(code).to.equal(1);
    const json = await clone.svc('verify', '--json', sha256(inChunks), never);
    expect(linesOf(json.stdout).map((line): unknown => JSON.parse(line))).to.deep.equal([
      { oid: sha256(inChunks), failed: 'damaged' },
      { oid: never, failed: 'not_stored' },
    ]);
  });
});
