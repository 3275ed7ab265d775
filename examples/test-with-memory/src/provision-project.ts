import type { AppError, Application } from '@svc/core';
import type { OrganizationId, RepositoryId } from '@svc/core/model';

/** What a new project of ours needs: a place for its large files, and a token for its pipeline. */
export interface Project {
  readonly repositoryId: RepositoryId;
  /** Pushes to that repository and to no other. */
  readonly pipelineToken: string;
}

export type Provisioned =
  | { readonly kind: 'provisioned'; readonly project: Project }
  | { readonly kind: 'refused'; readonly error: AppError };

const origin = { address: '127.0.0.1', userAgent: 'project-portal' };

/** Code of your own, as it might run in a portal where people start projects. `credential` is the session of the person who asks. */
export const provisionProject = async (
  application: Application,
  credential: string,
  request: { readonly organizationId: OrganizationId; readonly name: string },
): Promise<Provisioned> => {
  const caller = await application.authenticate(credential, origin);
  if (caller.isErr()) return { kind: 'refused', error: caller.error };
  const { organization } = application.authorize;

  const mayCreate = await organization(caller.value, request.organizationId, 'repositories.create');
  if (mayCreate.isErr()) return { kind: 'refused', error: mayCreate.error };
  const repository = await application.repositories.create(mayCreate.value, { name: request.name });
  if (repository.isErr()) return { kind: 'refused', error: repository.error };

  const mayIssue = await organization(caller.value, request.organizationId, 'tokens.create');
  if (mayIssue.isErr()) return { kind: 'refused', error: mayIssue.error };
  const { id: repositoryId } = repository.value;
  const token = await application.tokens.create(mayIssue.value, {
    name: `${request.name} pipeline`,
    kind: 'REPO',
    scopes: ['repo:write'],
    repositoryId,
  });
  if (token.isErr()) return { kind: 'refused', error: token.error };
  return { kind: 'provisioned', project: { repositoryId, pipelineToken: token.value.secret } };
};
