import { okAsync, type ResultAsync } from 'neverthrow';
import type { OrganizationGrant, RepositoryGrant } from '../access/grant.js';
import { visibleActivityTypes } from '../access/visible-activity.js';
import { type Activity, type ActivityType, repositoryActivityTypes } from '../model/activity.js';
import type { Unavailable } from '../model/app-error.js';
import type { RepositoryId, UserId } from '../model/values/index.js';
import type { Ports } from '../ports/ports.js';

/** Which events to list. What is omitted does not narrow the list. */
export interface ListRepositoryActivity {
  readonly type?: ActivityType | undefined;
  readonly actorId?: UserId | undefined;
  /** From 1 to `maxActivityLimit`. */
  readonly limit: number;
  /** How many of the newest to leave out, from 0 to `maxActivitySkip`. */
  readonly skip: number;
}

export interface ListActivity extends ListRepositoryActivity {
  readonly repositoryId?: RepositoryId | undefined;
}

type Listed = ResultAsync<readonly Activity[], Unavailable>;

const narrowed = (visible: readonly ActivityType[], type: ActivityType | undefined): readonly ActivityType[] =>
  type === undefined ? visible : visible.filter((other) => other === type);

const listActivity =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: OrganizationGrant<'repositories.read'>, command: ListActivity): Listed => {
    const types = narrowed(visibleActivityTypes(grant), command.type);
    if (types.length === 0) return okAsync([]);
    const { actorId, repositoryId, limit, skip } = command;
    const filter = { types, actorId, repositoryId, hiddenFrom: grant.caller.userId };
    return ports.unitOfWork.read((queries) => queries.activity.list(grant.organization.id, filter, { limit, skip }));
  };

const listRepositoryActivity =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  ({ caller, repository }: RepositoryGrant<'repository.pull'>, command: ListRepositoryActivity): Listed => {
    const types = narrowed(repositoryActivityTypes, command.type);
    if (types.length === 0) return okAsync([]);
    const { actorId, limit, skip } = command;
    const filter = { types, actorId, repositoryId: repository.repositoryId, hiddenFrom: caller.userId };
    return ports.unitOfWork.read((queries) => queries.activity.list(repository.organizationId, filter, { limit, skip }));
  };

/** What happened in an organization and in its repositories (spec 4.4, 4.9). */
export interface Activities {
  /**
   * Lists what happened in the organization, newest first. Leaves out repositories that an override hides from the caller (spec
   * 4.4).
   */
  readonly list: (
    grant: OrganizationGrant<'repositories.read'>,
    command: ListActivity,
  ) => ResultAsync<readonly Activity[], Unavailable>;

  /** Lists what happened in one repository, newest first (spec 4.9). */
  readonly listOfRepository: (
    grant: RepositoryGrant<'repository.pull'>,
    command: ListRepositoryActivity,
  ) => ResultAsync<readonly Activity[], Unavailable>;
}

export const createActivities = (ports: Ports): Activities => ({
  list: listActivity(ports),
  listOfRepository: listRepositoryActivity(ports),
});
