import { expect } from 'chai';
import { read } from '../client/exchange.js';
import type { RepositoryClient } from '../client/repository-client.js';
import type { TestObject } from '../client/test-object.js';
import { generationAnswer } from '../client/wire.js';

/** All that a repository shows of what it holds. */
export const footprintOf = async (repository: RepositoryClient) => ({
  usage: await repository.usage(),
  objects: await repository.objects(),
  generation: read(await repository.api.call('GET', `/repositories/${repository.id}`), 200, generationAnswer).repository
    .generation,
});

/** Nothing of the object is listed, counted or downloadable: the repository looks as it did before. */
export const expectAbsent = async (
  repository: RepositoryClient,
  { oid, size }: Pick<TestObject, 'oid' | 'size'>,
  before: Awaited<ReturnType<typeof footprintOf>>,
): Promise<void> => {
  const { actions, error } = await repository.entry('download', { oid, size });
  expect({ actions, code: error?.code }).to.deep.equal({ actions: undefined, code: 404 });
  expect(await repository.download(oid)).to.equal(undefined);
  expect(await footprintOf(repository)).to.deep.equal(before);
};
