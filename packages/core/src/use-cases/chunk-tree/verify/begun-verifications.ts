import { GIB, type OrganizationId } from '../../../model/values/index.js';
import type { BusyOrganization } from '../../../ports/records/tree-records.js';

/** How many verifications of objects from a size on one organization has begun at most in a process: a smaller object never waits for larger ones alone. */
const limits = [
  { fromBytes: 0, count: 4 },
  { fromBytes: 4 * GIB, count: 2 },
  { fromBytes: 64 * GIB, count: 1 },
];

/** What this process verifies in the background, by organization. */
export interface BegunVerifications {
  /** Those that may not begin just anything. */
  busy(): readonly BusyOrganization[];
  /** The answer ends it. */
  begin(organizationId: OrganizationId, sizeBytes: number): () => void;
}

export const createBegun = (): BegunVerifications => {
  const begun = new Map<OrganizationId, number[]>();

  const belowBytes = (sizes: readonly number[]): number => {
    const reached = limits.find(({ fromBytes, count }) => sizes.filter((size) => size >= fromBytes).length >= count);
    return reached?.fromBytes ?? Number.MAX_SAFE_INTEGER;
  };

  return {
    busy: () =>
      [...begun]
        .map(([organizationId, sizes]) => ({ organizationId, belowBytes: belowBytes(sizes) }))
        .filter(({ belowBytes: limit }) => limit < Number.MAX_SAFE_INTEGER),
    begin: (organizationId, sizeBytes) => {
      const sizes = begun.get(organizationId) ?? [];
      begun.set(organizationId, sizes);
      sizes.push(sizeBytes);
      return () => {
        sizes.splice(sizes.indexOf(sizeBytes), 1);
        if (sizes.length === 0) begun.delete(organizationId);
      };
    },
  };
};
