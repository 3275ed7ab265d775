import { useInfiniteQuery } from '@tanstack/preact-query';
import { valueAtAddress } from '../api/failure.js';
import { nextPageOf } from '../api/next-page.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient } from '../session/session.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { shortId } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Changes, ChangeTotals } from './changes.js';

const useCommit = (repository: string, sha: string) => {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ['repository', repository, 'commit', sha],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const params = {
        path: { repoID: repository, sha },
        query: { limit: 100, ...(pageParam !== undefined && { cursor: pageParam }) },
      };
      return (await valueAtAddress(api.GET('/api/v1/repositories/{repoID}/commits/{sha}', { params, signal }))).data;
    },
    getNextPageParam: (last) => last.next_cursor,
  });
};

/** A commit and what it changes. */
export const CommitPage = ({ repository: { id }, item }: RepositoryTabProps) => {
  const query = useCommit(id, item);
  const changes = query.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <Loaded query={{ data: query.data?.pages[0], error: query.error, refetch: query.refetch }}>
      {({ commit, totals }) => (
        <div class="stack">
          <Card title={commit.subject} isPadded>
            {commit.message.trim() === commit.subject ? null : <pre class="message">{commit.message.trim()}</pre>}
            <dl class="facts">
              <dt>Author</dt>
              <dd>
                {commit.author.name} <span class="quiet">{commit.author.email}</span>, <Ago at={commit.author.at} />
              </dd>
              <dt>Commit</dt>
              <dd class="mono">{commit.id}</dd>
              <dt>Parents</dt>
              <dd class="mono">
                {commit.parents.length === 0
                  ? 'None: it is the first'
                  : commit.parents.map((parent) => (
                      <a key={parent} href={paths.commit(id, parent)}>
                        {shortId(parent)}{' '}
                      </a>
                    ))}
              </dd>
            </dl>
            <p>
              <a class="button" href={paths.folder(id, { ref: commit.id })}>
                Browse the files of this commit
              </a>
            </p>
          </Card>
          <Card title="What it changes">
            <div class="card-body">
              <ChangeTotals totals={totals} />
            </div>
            <Changes repository={id} newRef={commit.id} oldRef={commit.parents[0]} changes={changes} />
            <MoreButton more={nextPageOf(query)} />
          </Card>
        </div>
      )}
    </Loaded>
  );
};
