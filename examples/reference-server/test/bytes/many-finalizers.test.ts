import { expect } from 'chai';
import { expectStatus, read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import { objectNamed, type TestObject } from '../client/test-object.js';
import { authorizeAnswer, finalizeAnswer, sessionAnswer } from '../client/wire.js';
import { type ByteServer, startByteServer } from './byte-server.js';
import { footprintOf } from './footprint.js';

/** Brings an object's bytes to where `complete` finds them. */
const stage = async (repository: RepositoryClient, sessionId: string, object: TestObject): Promise<void> => {
  const [entry] = read(await repository.authorize(sessionId, [object]), 200, authorizeAnswer).objects;
  expectStatus(await repository.put(entry?.upload_url ?? '', object.bytes), 200);
};

describe('a session that many finalize at the same time', () => {
  let bytes: ByteServer;
  let repository: RepositoryClient;
  before(async () => {
    bytes = await startByteServer();
    repository = await bytes.newRepository();
  });
  after(() => bytes.close());

  it('bumps the generation once and tells all the same', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { generation } = await footprintOf(repository);
      const { session } = read(await repository.open(), 201, sessionAnswer);
      const object = objectNamed(`finalized by many/${round}`, 2000);
      await stage(repository, session.id, object);
      expect((await repository.complete(session.id, object)).status).to.equal(204);

      const [finalized, completed] = await Promise.all([
        Promise.all(Array.from({ length: 64 }, () => repository.finalize(session.id))),
        Promise.all(Array.from({ length: 64 }, () => repository.complete(session.id, object))),
      ]);
      for (const answer of completed) expect(answer.status).to.equal(204);
      const bodies = finalized.map((answer) => read(answer, 200, finalizeAnswer));
      for (const body of bodies) expect(body).to.deep.equal(bodies[0]);
      expect(bodies[0]?.generation).to.equal(generation + 1);
      expect(bodies[0]?.session).to.deep.include({ status: 'FINALIZED', uploaded_objects: 1, uploaded_bytes: 2000 });
      expect((await footprintOf(repository)).generation).to.equal(generation + 1);
      await repository.expectDownload(object);
    }
  });

  it('counts an object or refuses its complete when both race, and tells all finalizers the same', async () => {
    for (let round = 0; round < 8; round += 1) {
      const before = await footprintOf(repository);
      const { session } = read(await repository.open(), 201, sessionAnswer);
      const object = objectNamed(`finalize races complete/${round}`, 2000);
      await stage(repository, session.id, object);

      const answers = await Promise.all(
        Array.from({ length: 128 }, (_, at) =>
          at % 2 === 0 ? repository.complete(session.id, object) : repository.finalize(session.id),
        ),
      );
      const bodies = answers.filter((_, at) => at % 2 === 1).map((answer) => read(answer, 200, finalizeAnswer));
      for (const body of bodies) expect(body).to.deep.equal(bodies[0]);
      const counted = bodies[0]?.session.uploaded_objects === 1;
      for (const [at, answer] of answers.entries()) if (at % 2 === 0) expect(answer.status).to.equal(counted ? 204 : 409);
      const after = await footprintOf(repository);
      expect(after.generation).to.equal(before.generation + (counted ? 1 : 0));
      expect(after.objects.length).to.equal(before.objects.length + (counted ? 1 : 0));
    }
  });

  it('without an object finalizes without a bump, as often as one likes', async () => {
    const { generation } = await footprintOf(repository);
    const { session } = read(await repository.open(), 201, sessionAnswer);
    for (const answer of await Promise.all(Array.from({ length: 16 }, () => repository.finalize(session.id)))) {
      expect(read(answer, 200, finalizeAnswer).generation).to.equal(generation);
    }
  });
});
