import { AgentProblem } from '../agent-problem.js';
import type { FinalizedIndex, IndexService, Moved } from './index-service.js';
import type { GitRepository } from './open-repository.js';
import { type GitRef, type ReadRefs, readRefs, type RefSource } from './read-refs.js';
import { completeBody } from './ref-bodies.js';
import { askRemote, idOf } from './remote-says.js';

/** What a remote has: what each branch and each tag names. */
const listRemote = async (repository: GitRepository, remote: string): Promise<ReadonlyMap<string, string>> => {
  const listed = await askRemote(repository, remote, []);
  if (listed !== undefined) return listed;
  throw new AgentProblem(`${remote} does not say which branches and tags it has; that is asked for by --complete`);
};

/** All refs, as they are this moment where they come from: of a remote the clone has to have what it has and no other branches; its tags may be more. */
const refsNow = async (repository: GitRepository, source: RefSource): Promise<readonly GitRef[]> => {
  const { refs, unusable }: ReadRefs = await readRefs(repository, source);
  if (unusable > 0) throw new AgentProblem(`${unusable} branches or tags cannot be indexed, so the index is not complete`);
  if (source.kind === 'local') return refs;
  const here = new Map(refs.map((ref) => [ref.name, idOf(ref)]));
  const there = await listRemote(repository, source.remote);
  const behind = [...there].find(([name, id]) => here.get(name) !== id)?.[0];
  const first = `first: git fetch --prune --tags ${source.remote}`;
  if (behind !== undefined) throw new AgentProblem(`${behind} is elsewhere at ${source.remote} than here; ${first}`);
  const gone = refs.find(({ name }) => name.startsWith('refs/heads/') && !there.has(name))?.name;
  if (gone !== undefined) throw new AgentProblem(`${gone} is not at ${source.remote} any more; ${first}`);
  return refs;
};

/**
 * Says to the service that these are all branches and tags that there are. They are read after the session was opened: whatever was stored by then, they reach
 * or they do not.
 */
export const confirmRefs = async (
  { repository, service }: { readonly repository: GitRepository; readonly service: IndexService },
  source: RefSource,
  head: string | undefined,
): Promise<FinalizedIndex | Moved> => {
  const sessionId = await service.open(repository.objectFormat);
  const refs = await refsNow(repository, source);
  return service.finalize(sessionId, completeBody(refs, head));
};
