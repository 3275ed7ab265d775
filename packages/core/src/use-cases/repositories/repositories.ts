import { err, ok, type Result, type ResultAsync } from 'neverthrow';
import { demandSession, type OrganizationGrant, type RepositoryGrant, type SignedIn } from '../../access/grant.js';
import {
  type BadRequest,
  type Conflict,
  type Forbidden,
  type NotFound,
  notFound,
  type QuotaExceeded,
  type Unavailable,
} from '../../model/app-error.js';
import type { Repository, RepositoryMember, SharedRepository } from '../../model/repository.js';
import type { UserId } from '../../model/values/ids.js';
import type { Page, PageRequest } from '../../model/values/page.js';
import type { Ports } from '../../ports/ports.js';
import { type CreateRepository, createRepository } from './create-repository.js';
import { deleteRepository } from './delete-repository.js';
import { type ListedFolders, listFolders } from './list-folders.js';
import { type RepositoryHealth, repositoryHealth } from './repository-health.js';
import {
  listRepositoryMembers,
  removeRepositoryMember,
  type SetMemberOutcome,
  type SetRepositoryMember,
  setRepositoryMember,
} from './repository-members.js';
import { type MeasuredRepositoryUsage, repositoryUsage } from './repository-usage.js';
import { storageSeries, type StorageSeriesDay } from './storage-series.js';
import { type StorageSummary, storageSummary } from './storage-summary.js';
import { type UpdateRepository, updateRepository } from './update-repository.js';

/** Repositories, their members and what they hold (spec 4.6, 4.9). */
export interface Repositories {
  /** Lists the organization's repositories by slug, without those that an override hides from the caller. */
  readonly list: (grant: OrganizationGrant<'repositories.read'>, page: PageRequest) => ResultAsync<Page<Repository>, Unavailable>;

  /** Lists the repositories of other organizations that the caller may use, the latest first (spec 4.2). */
  readonly listShared: (signedIn: SignedIn, page: PageRequest) => ResultAsync<Page<SharedRepository>, Forbidden | Unavailable>;

  /**
   * Creates a repository (spec 4.6). Checks the slug before the plan, so that a repeated request whose answer was lost gets
   * `conflict` with `duplicate_slug`. `bad_request` for a name that is blank, too long or no line of text.
   */
  readonly create: (
    grant: OrganizationGrant<'repositories.create'>,
    command: CreateRepository,
  ) => ResultAsync<Repository, BadRequest | NotFound | Forbidden | Conflict | QuotaExceeded | Unavailable>;

  /** Reads one repository; `not_found` when it was deleted after the grant was made. */
  readonly get: (grant: RepositoryGrant<'repository.pull'>) => ResultAsync<Repository, NotFound | Unavailable>;

  /** Changes name, slug, description, visibility and storage group. A call that changes nothing writes nothing. */
  readonly update: (
    grant: RepositoryGrant<'repository.update'>,
    command: UpdateRepository,
  ) => ResultAsync<Repository, BadRequest | NotFound | Forbidden | Conflict | Unavailable>;

  /**
   * Deletes the repository: its uploads end, its bytes leave the account and its tokens stop working. Of two calls at once one
   * deletes.
   */
  readonly remove: (grant: RepositoryGrant<'repository.admin'>) => ResultAsync<void, NotFound | Forbidden | Unavailable>;

  /** Reads how the repository fares from the records alone; asks no store (spec 4.9). */
  readonly health: (grant: RepositoryGrant<'repository.pull'>) => ResultAsync<RepositoryHealth, NotFound | Unavailable>;

  /** Reads what the repository holds, occupies and has received, in bytes. */
  readonly usage: (grant: RepositoryGrant<'repository.pull'>) => ResultAsync<MeasuredRepositoryUsage, Unavailable>;

  /**
   * Reads the last `days` days in UTC, today included, oldest first; sizes are bytes (spec 4.9). A day without a change repeats the
   * day before. `bad_request` with `days` outside of 1 to 365.
   */
  readonly storageSeries: (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly days: number },
  ) => ResultAsync<readonly StorageSeriesDay[], BadRequest | Unavailable>;

  /** Sums what the repository holds and occupies by layout and by type, in bytes (spec 4.9). */
  readonly storageSummary: (grant: RepositoryGrant<'repository.pull'>) => ResultAsync<StorageSummary, NotFound | Unavailable>;

  /**
   * Lists a folder and the folders directly in it, those with most bytes first (spec 4.9). Folders come from the names of the
   * objects.
   */
  readonly listFolders: (
    grant: RepositoryGrant<'repository.pull'>,
    command: { readonly path: string; readonly page: PageRequest },
  ) => ResultAsync<ListedFolders, NotFound | Unavailable>;

  /** Lists the users with an override on the repository, by user id. */
  readonly listMembers: (
    grant: RepositoryGrant<'repository.members.manage'>,
    page: PageRequest,
  ) => ResultAsync<Page<RepositoryMember>, Unavailable>;

  /**
   * Sets a user's override. The user must be a member of the organization or of the repository already; others join by an
   * invitation, so that nobody learns whose id it is. An OWNER keeps everything: `bad_request` with the reason `owner`. An ADMIN is narrowed by an
   * OWNER alone: `forbidden` with `only_owner`.
   */
  readonly setMember: (
    grant: RepositoryGrant<'repository.members.manage'>,
    command: SetRepositoryMember,
  ) => ResultAsync<SetMemberOutcome, BadRequest | NotFound | Forbidden | Unavailable>;

  /** Removes a user's override: role and visibility count again. What an OWNER has set on an ADMIN an OWNER alone removes. */
  readonly removeMember: (
    grant: RepositoryGrant<'repository.members.manage'>,
    userId: UserId,
  ) => ResultAsync<void, NotFound | Forbidden | Unavailable>;
}

const getRepository =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: RepositoryGrant<'repository.pull'>): ResultAsync<Repository, NotFound | Unavailable> =>
    ports.unitOfWork
      .read((queries) => queries.repositories.find(grant.repository.repositoryId))
      .andThen((repository): Result<Repository, NotFound> => (repository === undefined ? err(notFound) : ok(repository)));

const listRepositories =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (grant: OrganizationGrant<'repositories.read'>, page: PageRequest): ResultAsync<Page<Repository>, Unavailable> => {
    const { userId, credential } = grant.caller;
    const only = credential.kind === 'token' ? credential.repositoryId : undefined;
    return ports.unitOfWork.read((queries) => queries.repositories.listOfOrganization(grant.organization.id, userId, page, only));
  };

const listSharedRepositories =
  (ports: Pick<Ports, 'unitOfWork'>) =>
  (signedIn: SignedIn, page: PageRequest): ResultAsync<Page<SharedRepository>, Forbidden | Unavailable> =>
    demandSession(signedIn).asyncAndThen(({ caller }) =>
      ports.unitOfWork.read((queries) => queries.repositories.listShared(caller.userId, page)),
    );

export const createRepositories = (ports: Ports): Repositories => ({
  list: listRepositories(ports),
  listShared: listSharedRepositories(ports),
  create: createRepository(ports),
  get: getRepository(ports),
  update: updateRepository(ports),
  remove: deleteRepository(ports),
  health: repositoryHealth(ports),
  usage: repositoryUsage(ports),
  storageSeries: storageSeries(ports),
  storageSummary: storageSummary(ports),
  listFolders: listFolders(ports),
  listMembers: listRepositoryMembers(ports),
  setMember: setRepositoryMember(ports),
  removeMember: removeRepositoryMember(ports),
});
