import { type ByteCount, GIB, TIB } from '../values/index.js';

export const planIds = ['free', 'developer', 'team', 'business'] as const;
export type PlanId = (typeof planIds)[number];

export const isPlanId = (text: string): text is PlanId => planIds.some((id) => id === text);

/** Undefined limits are unlimited. */
export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  /** Undefined: by contact with sales. */
  readonly pricePerMonthDollars: number | undefined;
  readonly maxRepositories: number | undefined;
  readonly maxMembers: number | undefined;
  readonly maxTokens: number | undefined;
  readonly maxObjectBytes: ByteCount;
  readonly storageBytes: ByteCount;
  /** A hard plan refuses the write that would exceed `storageBytes`; the others meter what is above it. */
  readonly storageIsHard: boolean;
  readonly maxStorageConnections: number | undefined;
  /** `maxStorageConnections` holds only with the BYOS add-on. */
  readonly byosNeedsAddOn: boolean;
  readonly maxOpenUploads: number;
  readonly hasAuditLog: boolean;
  readonly hasSingleSignOn: boolean;
}

/** The catalogue, cheapest first (spec 8). */
export const plans: Readonly<Record<PlanId, Plan>> = {
  free: {
    id: 'free',
    name: 'Free',
    pricePerMonthDollars: 0,
    maxRepositories: 1,
    maxMembers: 3,
    maxTokens: 5,
    maxObjectBytes: 5 * GIB,
    storageBytes: 10 * GIB,
    storageIsHard: true,
    maxStorageConnections: 0,
    byosNeedsAddOn: false,
    maxOpenUploads: 2,
    hasAuditLog: false,
    hasSingleSignOn: false,
  },
  developer: {
    id: 'developer',
    name: 'Developer',
    pricePerMonthDollars: 19,
    maxRepositories: 10,
    maxMembers: 10,
    maxTokens: 25,
    maxObjectBytes: 50 * GIB,
    storageBytes: 100 * GIB,
    storageIsHard: false,
    maxStorageConnections: 1,
    byosNeedsAddOn: true,
    maxOpenUploads: 8,
    hasAuditLog: false,
    hasSingleSignOn: false,
  },
  team: {
    id: 'team',
    name: 'Team',
    pricePerMonthDollars: 99,
    maxRepositories: 50,
    maxMembers: 50,
    maxTokens: 200,
    maxObjectBytes: 200 * GIB,
    storageBytes: 1 * TIB,
    storageIsHard: false,
    maxStorageConnections: 5,
    byosNeedsAddOn: false,
    maxOpenUploads: 32,
    hasAuditLog: true,
    hasSingleSignOn: false,
  },
  business: {
    id: 'business',
    name: 'Business',
    pricePerMonthDollars: undefined,
    maxRepositories: undefined,
    maxMembers: undefined,
    maxTokens: undefined,
    maxObjectBytes: 1 * TIB,
    storageBytes: 10 * TIB,
    storageIsHard: false,
    maxStorageConnections: undefined,
    byosNeedsAddOn: false,
    maxOpenUploads: 64,
    hasAuditLog: true,
    hasSingleSignOn: true,
  },
};

/** The bytes that a reservation may not exceed, or undefined where storage is metered. */
export const hardStorageLimit = (plan: Plan): ByteCount | undefined => (plan.storageIsHard ? plan.storageBytes : undefined);
