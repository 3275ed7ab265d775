import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient } from '../session/session.js';
import { Card } from '../ui/card.js';
import { bytesText, countText, counted } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Table } from '../ui/table.js';
import { RepositoryRecommendations } from '../usage/recommendations.js';
import { Growth } from './growth.js';
import { LargestObjects } from './largest-objects.js';
import { RemovedObjects } from './removed-objects.js';
import { TreeMap } from './tree-map.js';

type Summary = ApiSchema<'repositories.storageSummary.200'>['storage'];

const useSummary = (repository: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'storage', 'summary'],
    queryFn: async ({ signal }) => {
      const params = { path: { repoID: repository } };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/storage/summary', { params, signal }))).data.storage;
    },
  });
};

const Figures = ({ summary }: { readonly summary: Summary }) => (
  <dl class="figures">
    <div>
      <dt>Objects</dt>
      <dd>{countText(summary.object_count)}</dd>
    </div>
    <div>
      <dt>Size of the objects</dt>
      <dd>{bytesText(summary.logical_bytes)}</dd>
    </div>
    <div>
      <dt>Stored</dt>
      <dd>{bytesText(summary.physical_bytes)}</dd>
    </div>
    <div>
      <dt>Saved by chunks</dt>
      <dd>{Math.round(summary.dedup_ratio * 100)} %</dd>
    </div>
    <div>
      <dt>Can be reclaimed</dt>
      <dd>{bytesText(summary.reclaimable_bytes)}</dd>
    </div>
  </dl>
);

const typeText = { model: 'Models', dataset: 'Data sets', media: 'Media', archive: 'Archives', other: 'Other' } as const;

const Types = ({ summary }: { readonly summary: Summary }) => (
  <Card title="By type">
    <Table
      titles={[
        { label: 'Type' },
        { label: 'Objects', isNumber: true },
        { label: 'Size', isNumber: true },
        { label: 'Stored', isNumber: true },
      ]}
    >
      {summary.types.map((each) => (
        <tr key={each.type}>
          <td>{typeText[each.type]}</td>
          <td class="number">{counted(each.object_count, 'object')}</td>
          <td class="number">{bytesText(each.logical_bytes)}</td>
          <td class="number">{bytesText(each.physical_bytes)}</td>
        </tr>
      ))}
    </Table>
  </Card>
);

/** What the repository holds, what it occupies, and what could go. */
export const StorageTab = ({ repository, may }: RepositoryTabProps) => (
  <Loaded query={useSummary(repository.id)}>
    {(summary) => (
      <div class="stack">
        <Card title="Now" isPadded>
          <Figures summary={summary} />
        </Card>
        <RepositoryRecommendations repository={repository} may={may} />
        <TreeMap repository={repository.id} name={repository.name} />
        <Growth repository={repository.id} />
        {summary.types.length === 0 ? null : <Types summary={summary} />}
        <LargestObjects repository={repository} may={may} />
        {may('repository.admin') ? <RemovedObjects repository={repository.id} /> : null}
      </div>
    )}
  </Loaded>
);
