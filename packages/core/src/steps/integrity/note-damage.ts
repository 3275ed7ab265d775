import { ok, type Result, type ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { DamageProblem, Stored } from '../../model/integrity/damage.js';
import type { Ports } from '../../ports/ports.js';
import type { KeptRepository } from '../../ports/records/integrity-records.js';
import type { Records } from '../../ports/unit-of-work.js';
import { notifyManagers } from '../notify/notify-managers.js';

export interface DamageFound {
  readonly repository: Pick<KeptRepository, 'id' | 'organizationId'>;
  readonly of: Stored;
  readonly problem: DamageProblem;
}

export type NotePorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer' | 'settings'>;

/**
 * The one way by which damage is noted. From then on what is damaged is no longer known to clients who ask what they need not send, and nobody gets a URL for it;
 * pushing it again heals it.
 * `isStillKept` is asked in the same transaction: what was removed or replaced since it was looked at is left alone. The managers of the organization are told of the
 * first damage of a repository. Whether it was noted now.
 */
export const noteDamage =
  (ports: NotePorts) =>
  (
    { repository, of, problem }: DamageFound,
    isStillKept: (records: Records) => Promise<boolean>,
  ): ResultAsync<boolean, Unavailable> =>
    ports.unitOfWork.transact(async (records): Promise<Result<boolean, never>> => {
      const { id: repositoryId, organizationId } = repository;
      const present = await records.repositories.find(repositoryId);
      if (present === undefined || !(await isStillKept(records))) return ok(false);
      // Not counted: of a storage that has lost everything each file is noted.
      const [earlier] = await records.damage.list(repositoryId, undefined, 1);
      const foundAt = ports.clock.now();
      const isNew = await records.damage.note({ repositoryId, of, problem, foundAt });
      if (isNew && earlier === undefined) {
        const data = { repository_id: repositoryId, repository_slug: present.slug };
        await notifyManagers(ports, records, { organizationId, type: 'storage.damaged', data }, { isMailed: true }, foundAt);
      }
      return ok(isNew);
    });
