import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import type { OrganizationTabProps } from '../organizations/organization-page.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient } from '../session/session.js';
import { ActionButton } from '../ui/action-button.js';
import { Card } from '../ui/card.js';
import { bytesText } from '../ui/format.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';

type Recommendation = ApiSchema<'Recommendation'>;

const severityTag = {
  critical: ['bad', 'Now'],
  warning: ['warn', 'Soon'],
  info: ['', 'When convenient'],
} as const satisfies Record<Recommendation['severity'], unknown>;

const useOfRepository = (repository: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'recommendations'],
    queryFn: async ({ signal }) => {
      const params = { path: { repoID: repository } };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/recommendations', { params, signal }))).data.recommendations;
    },
  });
};

const useOfOrganization = (organization: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['organization', organization, 'recommendations'],
    queryFn: async ({ signal }) => {
      const params = { path: { orgID: organization } };
      return (await valueOf(api.GET('/api/v1/organizations/{orgID}/recommendations', { params, signal }))).data.recommendations;
    },
  });
};

interface RecommendationListProps {
  /** Undefined while they are on their way, and where they cannot be had. */
  readonly recommendations: readonly Recommendation[] | undefined;
  /** Whose lists are asked for anew when one is dismissed. */
  readonly changed: readonly unknown[];
  /** The repository whose page this is: rows do not lead to it. */
  readonly repository?: string;
  readonly mayDismiss: boolean;
}

/** What is worth doing; nothing where nothing is. */
const RecommendationList = ({ recommendations, changed, repository, mayDismiss }: RecommendationListProps) => {
  const dismiss = useChange(
    (api, { id, of }: { readonly id: string; readonly of: string }) =>
      api.POST('/api/v1/repositories/{repoID}/recommendations/{recID}/dismiss', {
        params: { path: { repoID: of, recID: id } },
        body: {},
      }),
    changed,
  );
  if (recommendations === undefined || recommendations.length === 0) return null;
  return (
    <Card title="Worth doing">
      {dismiss.error === null ? null : <Problem fault={dismiss.error} />}
      <Table
        titles={[
          { label: 'What' },
          { label: 'When' },
          { label: 'Would free', isNumber: true },
          { label: 'What to do', isHidden: true },
        ]}
      >
        {recommendations.map(({ id, severity, title, detail, repository_id: of, estimated_bytes: bytes }) => {
          const [kind, label] = severityTag[severity];
          return (
            <tr key={`${of ?? ''} ${id}`}>
              <td>
                {of === undefined || of === repository ? (
                  <strong>{title}</strong>
                ) : (
                  <a href={paths.repository(of, 'storage')}>{title}</a>
                )}
                <p class="quiet small">{detail}</p>
              </td>
              <td>
                <span class={`tag ${kind}`}>{label}</span>
              </td>
              <td class="number">{bytes === undefined ? '' : bytesText(bytes)}</td>
              <td class="number">
                {of === undefined || !mayDismiss ? null : (
                  <ActionButton isBusy={dismiss.isPending} onAct={() => dismiss.mutate({ id, of })}>
                    Dismiss
                  </ActionButton>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
    </Card>
  );
};

export const RepositoryRecommendations = ({ repository: { id }, may }: Pick<RepositoryTabProps, 'repository' | 'may'>) => (
  <RecommendationList
    recommendations={useOfRepository(id).data}
    changed={['repository', id, 'recommendations']}
    repository={id}
    mayDismiss={may('repository.update')}
  />
);

/** Levels on single repositories are not known here, and a level counts in the place of the role: everybody is offered to dismiss, and the service decides. */
export const OrganizationRecommendations = ({ organization }: OrganizationTabProps) => (
  <RecommendationList
    recommendations={useOfOrganization(organization).data}
    changed={['organization', organization, 'recommendations']}
    mayDismiss
  />
);
