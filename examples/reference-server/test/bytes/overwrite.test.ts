import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { expectStatus } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed } from '../client/test-object.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { wrongBytesStatuses } from './refused-put.js';
import { finishUpload, uploadPaths } from './upload-path.js';

const replacements = rounds({ property: 'no bad bytes get through while they are verified', test: 20, proof: 200 });
const seed = randomInt(2 ** 31);

describe('an upload URL that is used again', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
  });
  after(() => bytes.close());

  for (const path of uploadPaths) {
    it(`changes nothing once the object of ${path.name} is verified, neither before nor after it is visible`, async () => {
      const object = objectNamed(`${path.name}/reused`, 100_000);
      const wrong = objectNamed('wrong', 100_000).bytes;
      const begun = await path.begin(repository, object);
      expectStatus(await begun.put(object.bytes), 200);
      expectStatus(await begun.verify(), path.verifiedStatus);

      expectStatus(await begun.put(wrong), ...wrongBytesStatuses);
      expectStatus(await begun.verify(), path.verifiedStatus);
      await begun.publish();
      await repository.expectDownload(object);

      expectStatus(await begun.put(wrong), ...wrongBytesStatuses);
      await repository.expectDownload(object);
      await (await path.begin(await bytes.newRepository(), object)).publish();
      await repository.expectDownload(object);
    });

    it(`takes the last bytes that were sent through ${path.name} before the verification`, async () => {
      const object = objectNamed(`${path.name}/replaced`, 100_000);
      const begun = await path.begin(repository, object);
      expectStatus(await begun.put(Buffer.alloc(object.size)), ...wrongBytesStatuses);
      await finishUpload(path, begun, object);
      await repository.expectDownload(object);
    });

    it(`never lets bad bytes through while the verification of ${path.name} runs, ${replacements} times (seed ${seed})`, async () => {
      const random = createSeededRandom(seed);
      const outcomes = { verified: 0, refused: 0 };
      for (let round = 0; round < replacements; round += 1) {
        const object = objectNamed(`${path.name}/race/${round}`, 1 + random.integer(64 * 1024));
        const wrong = Buffer.alloc(object.size, object.bytes[0] === 0 ? 1 : 0);
        const begun = await path.begin(repository, object);
        expectStatus(await begun.put(object.bytes), 200);

        const bodies = random.shuffled([wrong, wrong, object.bytes]);
        const [verification] = await Promise.all([begun.verify(), ...bodies.map((body) => begun.put(body))]);
        expectStatus(verification, path.verifiedStatus, 409);
        if (verification.status === 409) outcomes.refused += 1;
        else outcomes.verified += 1;
        if (verification.status === 409) await finishUpload(path, begun, object);
        else await begun.publish();
        await repository.expectDownload(object);
      }
      expect(outcomes.verified + outcomes.refused).to.equal(replacements);
    });
  }
});
