import { safetensorsFile, type TensorToWrite } from '@svc/test-services/tensor-files';
import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { read } from '../client/exchange.js';
import { bytesNamed, sha256 } from '../client/test-object.js';
import { createLfsWorld, type LfsWorld } from '../git-lfs/lfs-world.js';
import { agent } from './agent-process.js';

const layerBytes = 1_500_000;
const layerNames = Array.from({ length: 6 }, (_, at) => `model.layers.${at}.weight`);

const layer = (name: string, version: number): TensorToWrite => ({
  name,
  dtype: 'BF16',
  shape: [1000, layerBytes / 2000],
  bytes: bytesNamed(`${name} ${version}`, layerBytes),
});

const comparison = z.object({
  format: z.string(),
  has_chunk_maps: z.boolean(),
  tensors: z.array(z.object({ name: z.string(), status: z.string(), bytes: z.number(), shared_bytes: z.number() })),
});

describe('two versions of a model that svc has pushed', () => {
  let world: LfsWorld;
  before(async () => {
    world = await createLfsWorld();
  });
  after(() => world.close());

  it('differ in the layer that was trained, and share all others but for their edges', async () => {
    const repository = await world.createRepository('models');
    const computer = await world.newComputer();
    const folder = join(computer.root, 'models');
    await mkdir(folder);
    const env = { SVC_URL: world.proxy.url, SVC_REPOSITORY: repository.id, SVC_TOKEN: await world.createToken() };
    const trained = 3;
    const versions = [1, 2].map((version) =>
      safetensorsFile(layerNames.map((name, at) => layer(name, at === trained ? version : 1))),
    );
    for (const version of versions) {
      await writeFile(join(folder, 'model.safetensors'), version);
      await agent(computer, ['push', 'model.safetensors'], { folder, env });
    }
    const [before = '', after = ''] = versions.map((version) => sha256(version));
    const answer = await world.call(world.owner, 'GET', `/repositories/${repository.id}/artifacts/${after}/compare/${before}`);
    const { format, has_chunk_maps: hasChunkMaps, tensors } = read(answer, 200, comparison);
    expect({ format, hasChunkMaps }).to.deep.equal({ format: 'safetensors', hasChunkMaps: true });
    expect(tensors.map(({ name }) => name)).to.deep.equal(layerNames);
    for (const [at, { status, bytes, shared_bytes: shared }] of tensors.entries()) {
      expect(bytes).to.equal(layerBytes);
      if (at === trained) {
        expect(status).to.equal('changed');
        expect(shared).to.equal(0);
        continue;
      }
      // Its neighbours have a chunk in common with it.
      const isBeside = Math.abs(at - trained) === 1;
      expect(status, `layer ${at}`).to.be.oneOf(isBeside ? ['same', 'undecided'] : ['same']);
      expect(shared).to.be.at.least(isBeside ? layerBytes * 0.8 : layerBytes);
    }
  });
});
