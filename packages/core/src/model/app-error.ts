import type { Keeper } from './keepers.js';
import type { ManagedUsage } from './usage/usage.js';
import type { GitId } from './git-index/git-id.js';
import type { ByteCount } from './values/byte-count.js';
import type { Instant, Oid, PackName } from './values/index.js';

/**
 * What a request names wrongly; `field` is the path of the value in the request, as its sender spells it. `declared_bytes` is the length that the sender
 * declares for a body, however the transport carries it.
 */
export interface BadRequest {
  readonly kind: 'bad_request';
  readonly field: string;
  readonly problem:
    | 'malformed'
    | 'missing'
    | 'out_of_range'
    | 'unknown'
    | 'unsupported'
    | 'contradictory'
    | 'unhealthy'
    | 'not_for_sale';
  /**
   * Why, where programs tell more apart than the problem. `owner`: an OWNER has everything, and no level takes any of it away. `ambiguous_ref`: the ids of
   * several commits begin like this. `address_forbidden`: the service connects to no such address or port. `no_billing_provider`: it sells nothing.
   * `no_parts`: parts are asked for of an object that comes by one PUT.
   */
  readonly reason?:
    | 'owner'
    | 'ambiguous_ref'
    | 'address_forbidden'
    | 'no_billing_provider'
    | 'no_parts'
    | IndexProblem
    | ComparisonProblem;
  /** The values that the field takes, where it takes one of a list. */
  readonly allowed?: readonly string[];
  /** For `stored_otherwise` and `described_otherwise`: the first LFS pointers of the request that are taken as plain files alone. */
  readonly pointers?: readonly RefusedPointer[];
}

/** A Git object that is described as an LFS pointer. */
export interface RefusedPointer {
  readonly id: GitId;
  readonly oid: Oid;
  /** What the pointer says of the object that it names. */
  readonly sizeBytes: ByteCount;
  /** What the object has that the repository stores; undefined where the index knows the Git object as a plain file. */
  readonly storedBytes: ByteCount | undefined;
}

/**
 * Why something cannot be a part of a Git history. `wrong_id`: the bytes hash to another id. `no_commit`: git would not read them. `described_otherwise`: the
 * index knows the Git object with another size, or with another LFS pointer in it. `stored_otherwise`: the repository has the object that a pointer names
 * with another size. `unknown_parent`, `unknown_commit`, `unknown_object`: nobody has sent it, or not all of it, before what needs it. `path_repeated`, `path_absent`, `path_without_folder`,
 * `folder_not_empty`, `too_many_bytes`: what the changes come to is no tree. `tree_mismatch`: it is another tree than the one that its id names. `too_much_at_once`: smaller requests are taken.
 * `too_many_parts`: the changes of one commit come in more parts than are remembered.
 */
export type IndexProblem =
  | 'wrong_id'
  | 'described_otherwise'
  | 'stored_otherwise'
  | 'no_commit'
  | 'unknown_parent'
  | 'unknown_commit'
  | 'unknown_object'
  | 'path_repeated'
  | 'path_absent'
  | 'path_without_folder'
  | 'folder_not_empty'
  | 'too_many_bytes'
  | 'tree_mismatch'
  | 'too_much_at_once'
  | 'too_many_parts';

/**
 * Why two objects cannot be compared tensor by tensor. `no_tensor_file`: one is neither safetensors nor GGUF (version 2 or 3, little-endian). `tensor_header`:
 * what its header says goes against its format. `too_large_to_compare`: a header is longer, or there are more tensors or chunks that differ, than is looked at.
 * `formats_differ`: one is safetensors and the other GGUF. `same_object`: there is nothing to compare.
 */
export type ComparisonProblem = 'no_tensor_file' | 'tensor_header' | 'too_large_to_compare' | 'formats_differ' | 'same_object';

export interface Unauthorized {
  readonly kind: 'unauthorized';
  readonly reason: 'missing_credential' | 'invalid_credential';
}

export interface Forbidden {
  readonly kind: 'forbidden';
  readonly reason:
    | 'account_suspended'
    /** The token or the session was revoked after the request had come. */
    | 'credential_revoked'
    | 'permission'
    | 'session_required'
    | 'only_owner'
    | 'invalid_signature'
    /** The token that asked for the upload of a verify link, which is genuine, was revoked or has expired. */
    | 'token_ended'
    | 'not_lock_owner'
    | 'plan_without_audit_log';
  /** The permission that was demanded, where one was. */
  readonly permission?: string;
}

/** Missing, or invisible to the caller: it carries no facts, so that nobody can tell the two apart. */
export interface NotFound {
  readonly kind: 'not_found';
  /** Why there is nothing for a caller who may read the repository. */
  readonly reason?: Absence;
}

/**
 * `not_indexed`: the service knows nothing of the history. `unknown_ref`, `unknown_path`: it has no such branch, tag or commit, or no such path there. `damaged`: it
 * was stored, and cannot be read as it was; it may be sent again. `not_uploaded`: Git LFS asks to verify what has not come.
 */
export type Absence = 'not_indexed' | 'unknown_ref' | 'unknown_path' | 'damaged' | 'not_uploaded';

export type ConflictReason =
  | 'duplicate_slug'
  | 'duplicate_name'
  | 'last_owner'
  | 'session_expired'
  | 'session_finalized'
  | 'session_aborted'
  | 'not_uploaded'
  | 'size_mismatch'
  | 'checksum_mismatch'
  | 'idempotency_key_reused'
  | 'hash_algorithm'
  | 'manifest_frozen'
  | 'manifest_invalid'
  | 'pack_invalid'
  | 'directory_file_conflict'
  | 'object_completed'
  | 'in_use'
  | 'changed_meanwhile'
  | 'webhook_limit'
  | 'webhook_inactive'
  | 'no_billing_customer'
  | 'no_subscription'
  | 'subscription_exists'
  | 'add_on_not_offered'
  | 'already_member'
  | 'already_invited'
  | 'object_format'
  | 'index_moved'
  | 'ref_moved'
  | 'not_indexed'
  | 'chunks_gone'
  | 'object_kept'
  | 'object_gone';

export interface Conflict {
  readonly kind: 'conflict';
  readonly reason: ConflictReason;
  /** Which of several objects that were asked for at once. */
  readonly oid?: Oid;
  /** Which pack is missing or wrong, where it is one. */
  readonly pack?: PackName;
  /** What is wrong, for `manifest_invalid` and `pack_invalid`: a word of docs/formats.md, or `damaged`, when the bytes are not those that were sent. */
  readonly problem?: string;
  /** Which branch or tag, for `ref_moved`. */
  readonly ref?: string;
  /** Which packs, chunk maps or manifests, for `chunks_gone`: their paths in the chunk tree, the first ones. */
  readonly paths?: readonly string[];
  /** Some of what keeps the object, for `object_kept`. */
  readonly keptBy?: readonly Keeper[];
}

export type QuotaReason =
  | 'max_repositories'
  | 'max_members'
  | 'max_tokens'
  | 'max_object_size'
  | 'storage_quota'
  | 'max_storage_connections'
  | 'max_owned_organizations'
  | 'max_locks'
  | 'max_session_objects'
  | 'max_tree_files'
  | 'max_git_commits'
  | 'max_git_refs'
  | 'max_git_index_bytes'
  | 'max_graph_edges'
  | 'max_snapshots'
  | 'max_snapshot_files';

/** Spec 7.1. `limit` and `current` are counts, or bytes for `max_object_size`, `storage_quota` and `max_git_index_bytes`. */
export interface QuotaExceeded {
  readonly kind: 'quota_exceeded';
  readonly reason: QuotaReason;
  readonly limit: number;
  readonly current: number;
  /** For `storage_quota`, what `current` is made of. */
  readonly usage?: ManagedUsage;
}

export interface RateLimited {
  readonly kind: 'rate_limited';
  readonly reason:
    | 'request_rate'
    | 'concurrent_uploads'
    | 'concurrent_checks'
    | 'invitation_mails'
    | 'concurrent_writes'
    | 'unfinished_bytes';
  readonly retryAfterSeconds: number;
}

/**
 * What is known of an outage that somebody has to do something about. `storage_full`: no room is left on a disk. `storage_damaged`: a disk has lost
 * something, and a restart has to look what is there. `storage_refused`: a bucket answers, and does not let the service in. `writes_blocked`: the database
 * answers, and no transaction gets through.
 */
export type OutageReason = 'storage_full' | 'storage_damaged' | 'storage_refused' | 'writes_blocked';

/**
 * A part that the service depends on does not answer now; the same request may succeed later. `verification`: nothing is out of order, but looking
 * through the bytes takes longer than a request may, and goes on. `downloads`: as many are under way as there is memory for.
 */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly part: 'database' | 'storage' | 'identity_provider' | 'verification' | 'downloads' | 'mail' | 'billing_provider';
  readonly retryAfterSeconds: number;
  /** `contended`: the part answers, and others were in the way of this request until its time was over. */
  readonly reason?: OutageReason | 'contended';
}

/** The body ended, or its connection broke, before all declared bytes had come. */
export interface BodyIncomplete {
  readonly kind: 'body_incomplete';
}

export interface PayloadTooLarge {
  readonly kind: 'payload_too_large';
  readonly limitBytes: number;
}

/** Every expected failure of the service. Anything else is a bug and throws. */
export type AppError =
  | BadRequest
  | Unauthorized
  | Forbidden
  | NotFound
  | Conflict
  | QuotaExceeded
  | RateLimited
  | Unavailable
  | BodyIncomplete
  | PayloadTooLarge;

export type ErrorKind = AppError['kind'];
export type ErrorOf<K extends ErrorKind> = Extract<AppError, { readonly kind: K }>;

export const badRequest = (field: string, problem: BadRequest['problem'], reason?: BadRequest['reason']): BadRequest => ({
  kind: 'bad_request',
  field,
  problem,
  ...(reason !== undefined && { reason }),
});
export const notFound: NotFound = { kind: 'not_found' };
export const absent = (reason: Absence): NotFound => ({ kind: 'not_found', reason });
export const conflict = (reason: ConflictReason): Conflict => ({ kind: 'conflict', reason });
export const unavailable = (part: Unavailable['part'], retryAfterSeconds = 1): Unavailable => ({
  kind: 'unavailable',
  part,
  retryAfterSeconds,
});

/** The database answers, and others want the same rows. */
export const contended: Unavailable = { ...unavailable('database'), reason: 'contended' };

/** Nobody has made room, and no transaction come through, after a second. */
const outageRetrySeconds = 10;

/** A part that does not answer, for a reason that is known. */
export const outage = (part: Unavailable['part'], reason: OutageReason): Unavailable => ({
  ...unavailable(part, outageRetrySeconds),
  reason,
});

/** Throws when a fact that the code relies on does not hold: a bug, never an input. */
export function invariant(holds: boolean, fact: string): asserts holds {
  if (!holds) throw new Error(`invariant: ${fact}`);
}

/** Whole seconds from `now` until `until`, at least 1. */
export const secondsUntil = (now: Instant, until: Instant): number => Math.max(1, Math.ceil((until - now) / 1000));
