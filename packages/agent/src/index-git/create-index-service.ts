import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { GitIndexBody } from '@svc/client';
import { AgentProblem } from '../agent-problem.js';
import { problemOf, valueOf } from '../api-outcome.js';
import type { TransferContext } from '../transfer-context.js';
import type { IndexService } from './index-service.js';

/** Less than that is not worth it. */
const leastGzipBytes = 1024;

/** Ids do not get shorter than half of their digits, so the quickest is as good. */
const encode = async (json: string): Promise<GitIndexBody> => {
  const bytes = Buffer.from(json);
  if (bytes.byteLength < leastGzipBytes) return { bytes, isGzip: false };
  return { bytes: await promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED }), isGzip: true };
};

/** The service as the client reaches it. */
export const createIndexService = ({
  client: { api, gitIndex },
  repositoryId,
  signal,
}: Pick<TransferContext, 'client' | 'repositoryId' | 'signal'>): IndexService => ({
  state: async () => {
    const refs = new Map<string, string>();
    const tags = new Map<string, string>();
    let cursor: string | undefined;
    let objectFormat: string | undefined;
    let generation = 0;
    do {
      const page = await valueOf(gitIndex.state(repositoryId, { signal, ...(cursor === undefined ? {} : { cursor }) }));
      for (const { name, target, tagId } of page.refs) {
        refs.set(name, target);
        if (tagId !== undefined) tags.set(name, tagId);
      }
      ({ objectFormat, generation } = page);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return { objectFormat, generation, refs, tags };
  },
  defaultBranch: async () => {
    const overview = await valueOf(
      api.GET('/api/v1/repositories/{repoID}/overview', { params: { path: { repoID: repositoryId } }, signal }),
    );
    const short = overview.data.default_branch;
    return short === undefined ? undefined : `refs/heads/${short}`;
  },
  open: (objectFormat) => valueOf(gitIndex.open(repositoryId, objectFormat, { signal })),
  sendCommits: async (sessionId, body) => valueOf(gitIndex.sendCommits(repositoryId, sessionId, await encode(body), { signal })),
  sendTree: async (sessionId, body) => {
    const result = await gitIndex.sendTree(repositoryId, sessionId, await encode(body), { signal });
    if (result.isOk()) return undefined;
    const { pointers, reason } = result.error;
    if (pointers !== undefined) return pointers;
    // What its changes come to is written as git writes it today.
    if (reason === 'tree_mismatch')
      throw new AgentProblem('a folder in the history is not as git writes folders: git fsck says which');
    throw problemOf(result.error);
  },
  finalize: async (sessionId, body) => {
    const result = await gitIndex.finalize(repositoryId, sessionId, await encode(body), { signal });
    if (result.isOk()) return result.value;
    const { status, reason = '' } = result.error;
    if (status === 409 && ['index_moved', 'ref_moved'].includes(reason)) return 'moved';
    throw problemOf(result.error);
  },
});
