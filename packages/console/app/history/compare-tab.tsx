import { useInfiniteQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { valueOf } from '../api/failure.js';
import { nextPageOf } from '../api/next-page.js';
import { RefSelect } from '../files/ref-select.js';
import { type Refs, useRefs } from '../files/refs.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient } from '../session/session.js';
import { Card } from '../ui/card.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { bytesText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Changes, ChangeTotals } from './changes.js';

const useComparison = (repository: string, base: string, head: string) => {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ['repository', repository, 'compare', base, head],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { base, head, limit: 100, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { repoID: repository }, query };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/compare', { params, signal }))).data;
    },
    getNextPageParam: (last) => last.next_cursor,
  });
};

interface Pair {
  readonly repository: string;
  readonly base: string;
  readonly head: string;
}

const Comparison = ({ repository, base, head }: Pair) => {
  const query = useComparison(repository, base, head);
  const changes = query.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <Loaded query={{ data: query.data?.pages[0], error: query.error, refetch: query.refetch }}>
      {({ totals, new_bytes: newBytes }) => (
        <Card title="What differs">
          {totals === undefined || changes.length === 0 ? (
            <Empty title="Nothing differs">
              <p>Both have the same files. Choose another branch or release.</p>
            </Empty>
          ) : (
            <>
              <div class="card-body stack">
                <ChangeTotals totals={totals} />
                {newBytes === undefined ? null : (
                  <p class="quiet">
                    {head} needs {bytesText(newBytes)} of storage beside {base}.
                  </p>
                )}
              </div>
              <Changes repository={repository} newRef={head} oldRef={base} changes={changes} />
              <MoreButton more={nextPageOf(query)} />
            </>
          )}
        </Card>
      )}
    </Loaded>
  );
};

/** The newest release and the default branch: what people compare most. */
const usual = ({ branches, tags }: Refs): { readonly base: string; readonly head: string } => {
  const head = (branches.find(({ isDefault }) => isDefault) ?? branches[0])?.ref ?? '';
  return { base: tags[0] ?? head, head };
};

/** Two branches, releases or commits side by side. */
export const CompareTab = ({ repository: { id } }: RepositoryTabProps) => {
  const { query, route } = useLocation();
  const refs = useRefs(id);
  return (
    <Loaded query={refs}>
      {(known) => {
        if (known.branches.length === 0) {
          return (
            <section class="card">
              <Empty title="Nothing to compare yet">
                <p>The service knows the history that svc index has told it. The Files page says how.</p>
              </Empty>
            </section>
          );
        }
        const { base = usual(known).base, head = usual(known).head } = query;
        return (
          <div class="stack">
            <div class="file-tools">
              <Field label="From">
                <RefSelect refs={known} value={base} onChange={(chosen) => route(paths.compare(id, { base: chosen, head }))} />
              </Field>
              <Field label="To">
                <RefSelect refs={known} value={head} onChange={(chosen) => route(paths.compare(id, { base, head: chosen }))} />
              </Field>
              <button type="button" class="button" onClick={() => route(paths.compare(id, { base: head, head: base }))}>
                Swap
              </button>
            </div>
            <Comparison repository={id} base={base} head={head} />
          </div>
        );
      }}
    </Loaded>
  );
};
