import { createClient } from '@svc/client';
import { createHttpTransport } from '../../src/http-transport.js';
import { connectionsHere } from './run-git-here.js';
import type { TransferService } from './transfer-service.js';

/** `name target` of each branch and tag that the service has, and `name target tag` of annotated tags. */
export const indexedRefs = async ({ baseUrl, repositoryId, token }: TransferService): Promise<readonly string[]> => {
  const transport = createHttpTransport({ stallMs: 60_000, connections: connectionsHere });
  const { gitIndex } = createClient({ baseUrl, credential: token, transport });
  const { refs } = (await gitIndex.state(repositoryId))._unsafeUnwrap();
  return refs.map(({ name, target, tagId }) => [name, target, tagId].filter((part) => part !== undefined).join(' ')).toSorted();
};
