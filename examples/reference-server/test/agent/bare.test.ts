import { expect } from 'chai';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSeededRandom } from '@svc/conformance';
import { type Installation, installWithout } from '../bare-installation.js';
import { sha256 } from '../client/test-object.js';
import type { GitClient } from '../git-lfs/git-client.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { agent, type AgentOptions } from './agent-process.js';

/** Numbers that are sorted into planes, words that repeat, and noise. */
const bytesOf = (seed: number): Buffer => {
  const random = createSeededRandom(seed);
  const numbers = Float32Array.from({ length: 80_000 }, () => 1 + random.integer(1_000_000) / 1_000_000);
  const text = Buffer.from(Array.from({ length: 32_000 }, () => `word${random.integer(500)} `).join(''));
  return Buffer.concat([Buffer.from(numbers.buffer), text, Buffer.from(random.bytes(80_000))]);
};

describe('svc without compiled packages', () => {
  let world: LfsWorld;
  let computer: GitClient;
  let whole: AgentOptions;
  before(async () => {
    world = await createLfsWorld();
    computer = await world.newComputer();
    const { id } = await world.createRepository('bare');
    whole = { env: { SVC_URL: world.proxy.url, SVC_REPOSITORY: id, SVC_TOKEN: await world.createToken() } };
  });
  after(() => world.close());

  for (const [part, seed, codec] of [
    ['scripts', 1, 'BLAKE3: native, Zstandard: wasm'],
    ['optional', 2, 'BLAKE3: wasm, Zstandard: wasm'],
  ] as const) {
    describe(`installed without ${part}`, () => {
      let installation: Installation;
      let bare: AgentOptions;
      before(async () => {
        installation = await installWithout(part);
        bare = { ...whole, program: installation.program };
      });
      after(() => installation.remove());

      it('compresses what it pushes, and all get back the same bytes', async () => {
        const bytes = bytesOf(seed);
        const oid = sha256(bytes);
        await writeFile(join(computer.root, 'file'), bytes);
        const pushed: unknown = JSON.parse(await agent(computer, ['push', '--json', 'file'], bare));
        expect(pushed).to.include({ oid, size: bytes.byteLength });
        expect(pushed)
          .to.have.property('stored_bytes')
          .that.is.below(bytes.byteLength * 0.8);
        for (const [name, options] of [
          ['by itself', bare],
          ['by others', whole],
        ] as const) {
          await agent(computer, ['verify', oid], options);
          await agent(computer, ['pull', oid, '-o', name], options);
          expect((await readFile(join(computer.root, name))).equals(bytes), name).to.equal(true);
        }
      });

      it('pulls what a whole one has pushed', async () => {
        const bytes = bytesOf(seed + 100);
        await writeFile(join(computer.root, 'other'), bytes);
        await agent(computer, ['push', 'other'], whole);
        await agent(computer, ['pull', sha256(bytes), '-o', 'other again'], bare);
        expect((await readFile(join(computer.root, 'other again'))).equals(bytes)).to.equal(true);
      });

      it('says in doctor what it uses, and how to have the faster one', async () => {
        expect(await agent(computer, ['doctor'], bare))
          .to.contain(`warning codec: ${codec};`)
          .and.contain('--ignore-scripts');
      });
    });
  }

  it('says nothing of that where everything is there', async () => {
    expect(await agent(computer, ['doctor'], whole)).to.contain('ok      codec: BLAKE3: native, Zstandard: native\n');
  });
});
