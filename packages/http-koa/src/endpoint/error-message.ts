import {
  type Absence,
  type BadRequest,
  bytesText,
  type Forbidden,
  isPlanLimit,
  type ManagedUsage,
  type Unavailable,
} from '@svc/core/model';
import type { ReasonedKind, ReasonsOf } from './declared-error.js';
import type { HttpError, HttpErrorOf } from './http-error.js';

/** What `details.problem` says of the field, as the end of a sentence about it. */
export const problems: Readonly<Record<BadRequest['problem'], string>> = {
  malformed: 'is malformed',
  missing: 'is missing',
  out_of_range: 'is out of range',
  unknown: 'is not known here',
  unsupported: 'has a value that is not supported',
  contradictory: 'contradicts another part of the request',
  unhealthy: 'names a storage connection that has failed its checks',
  not_for_sale: 'names something that this service does not sell',
};

/** By its reason, what a person reads of a field whose problem does not say enough. */
export const fieldReasons: Readonly<Record<NonNullable<BadRequest['reason']>, string>> = {
  owner: 'An OWNER has every right on the repository: no level takes any away.',
  address_forbidden: 'This service does not call that address or port: it calls public addresses alone, at ports for HTTP.',
  no_billing_provider: 'This service has no billing provider.',
  no_parts: 'This object is sent by one PUT to its `upload_url`, and has no parts.',
  ambiguous_ref: 'The ids of several commits begin like this: give more of it.',
  wrong_id: 'These bytes hash to another id.',
  described_otherwise: 'The index knows this Git object with another size, or with another LFS pointer in it.',
  stored_otherwise: 'The repository has the object that this LFS pointer names with another size.',
  no_commit: 'Git would not read this as a commit.',
  unknown_parent: 'A parent of this commit was not sent before it, or not with its tree.',
  unknown_commit: 'This commit was not sent, or not with its tree.',
  unknown_object: 'Nobody has told the size of this file: describe it among the objects.',
  path_repeated: 'A path is changed twice.',
  path_absent: 'A path is removed that is not there.',
  path_without_folder: 'A path has no folder that it lies in.',
  folder_not_empty: 'A folder is removed, or becomes a file, while there is something in it.',
  too_many_bytes: 'The files come to more bytes than a number can say.',
  too_much_at_once: 'This would take too much memory at once: send fewer commits, or paths of fewer folders, with one request.',
  too_many_parts: 'The changes of this commit come in too many parts: send more of them with each.',
  no_tensor_file: 'This object is neither safetensors nor GGUF of version 2 or 3 in little-endian.',
  tensor_header: 'What the header of this file says goes against its format.',
  too_large_to_compare: 'The header of this file is too long, or too much differs, to be compared.',
  formats_differ: 'One object is safetensors and the other GGUF.',
  same_object: 'These are one object.',
  tree_mismatch: 'The changes come to another tree than the one that the commit names.',
};

const refusals: Readonly<Record<Exclude<Forbidden['reason'], 'permission'>, string>> = {
  account_suspended: 'This account is suspended.',
  credential_revoked: 'This credential was revoked while the request was on its way.',
  session_required: 'An API token cannot do this: sign in.',
  only_owner: 'Only an OWNER of the organization can do this.',
  invalid_signature: 'The signature of this URL is not valid, or the URL has expired.',
  token_ended: 'The token that asked for this upload was revoked or has expired: push again with another one.',
  not_lock_owner: 'This lock belongs to another user.',
  plan_without_audit_log: 'The plan has no audit log.',
};

const absences: Readonly<Record<Absence, string>> = {
  not_indexed: 'The Git history of this repository is not indexed.',
  unknown_ref: 'The index has no such branch, tag or commit.',
  unknown_path: 'The commit has nothing at this path, or a folder in place of a file, or a file in place of a folder.',
  not_uploaded: 'The bytes of this object have not arrived: upload them, then verify the object.',
  damaged: 'What is stored of this is damaged: push it again, and it can be downloaded again.',
};

const conflicts: Readonly<Record<ReasonsOf['conflict'], string>> = {
  duplicate_slug: 'This slug is taken.',
  duplicate_name: 'This name is taken.',
  last_owner: 'An organization needs at least one OWNER whose account is active.',
  session_expired: 'The upload session has expired: open another one.',
  session_aborted: 'The upload session was given up, by hand or because it was idle: open another one.',
  session_finalized: 'The upload session is finalized.',
  not_uploaded: 'The bytes of this object have not arrived yet.',
  size_mismatch: 'The object has another size than was declared.',
  checksum_mismatch: 'The bytes do not hash to the oid: upload them again.',
  idempotency_key_reused: 'This Idempotency-Key was used with another request.',
  hash_algorithm: 'Objects are named by sha256 only.',
  manifest_frozen: 'The manifest is verified, and stays what it is.',
  manifest_invalid: 'The manifest, or a chunk map that it names, is not what the format and its packs say.',
  pack_invalid: 'A pack that the object needs breaks the format, or a chunk in it is not what its name says: make another pack.',
  directory_file_conflict: 'A folder of this path is a file, or files lie below it.',
  object_completed: 'The object is complete: there is nothing left to send.',
  in_use: 'A repository keeps its objects there.',
  already_member: 'This person is there already.',
  already_invited: 'An invitation to this address is waiting already.',
  changed_meanwhile: 'Somebody else has changed this meanwhile: look at it again.',
  webhook_limit: 'The organization has as many webhooks as it can have.',
  webhook_inactive: 'The webhook is switched off: switch it on first.',
  no_billing_customer: 'The organization is no customer of the billing provider yet: begin with a checkout.',
  no_subscription: 'The organization has no subscription that could be changed.',
  subscription_exists: 'The organization has a subscription: change or cancel it in the billing portal.',
  add_on_not_offered: 'The add-on is for plans that need it: this one does not.',
  object_format: 'The index has objects of the other format: one repository has one.',
  index_moved: 'Somebody else has changed the index since this session was opened: open another one.',
  not_indexed: 'The Git history of this repository is not indexed: index it first.',
  object_kept: 'A snapshot, an upload, a verification, a branch or a tag keeps this object.',
  object_gone: 'The bytes of this object are being removed: upload it again.',
  ref_moved: 'This branch or tag is not where it was expected to be.',
  chunks_gone: 'Packs, chunk maps or the manifest of this object were deleted meanwhile: send what is missing again.',
  already_locked: 'This path is locked already.',
};

/** With the word for what breaks a format, where something does. */
const conflictMessage = ({ reason, problem }: HttpErrorOf<'conflict'>): string => {
  if (problem === undefined) return conflicts[reason];
  if (problem !== 'damaged') return `${conflicts[reason].slice(0, -1)} (${problem}).`;
  return `A ${reason === 'pack_invalid' ? 'pack' : 'chunk map'} that the object needs is damaged: upload it again.`;
};

const quotas: Readonly<Record<ReasonsOf['quota_exceeded'], string>> = {
  max_repositories: 'The plan allows no more repositories.',
  max_members: 'The plan allows no more members.',
  max_tokens: 'The plan allows no more API tokens.',
  max_object_size: 'The object is larger than the plan allows.',
  storage_quota: "The organization's storage has no room for this.",
  max_storage_connections: 'The plan allows no more storage connections.',
  max_owned_organizations: 'One user owns no more organizations than this.',
  max_locks: 'A repository has no more locks than this.',
  max_session_objects: 'An upload session has no more objects than this: finalize it, and open another one.',
  max_tree_files: 'A repository has no more files in its chunk tree than this.',
  max_git_commits: 'The index of a repository has no more commits than this.',
  max_git_refs: 'The index of a repository has no more branches and tags than this.',
  max_git_index_bytes: 'The index of a repository takes no more room in the database than this.',
  max_graph_edges: 'A repository has no more edges in its graph than this.',
  max_snapshots: 'A repository has no more snapshots than this.',
  max_snapshot_files: 'The snapshots of a repository have no more files than this, all together.',
};

const inEnglish = new Intl.ListFormat('en');

/** Where nothing, or little, is stored: what is under way, and what is still to be removed, fills a plan as well. */
const storageMessage = (limit: number, { usedBytes, reservedBytes, reclaimableBytes }: ManagedUsage): string => {
  const parts = [
    `${bytesText(usedBytes)} are stored`,
    ...(reservedBytes > 0 ? [`${bytesText(reservedBytes)} are reserved for uploads under way, until those end`] : []),
    ...(reclaimableBytes > 0 ? [`${bytesText(reclaimableBytes)} wait to be removed`] : []),
  ];
  return `${quotas.storage_quota.slice(0, -1)}: of its ${bytesText(limit)}, ${inEnglish.format(parts)}.`;
};

const quotaMessage = ({ reason, limit, usage }: HttpErrorOf<'quota_exceeded'>): string =>
  usage === undefined ? quotas[reason] : storageMessage(limit, usage);

const outages: Readonly<Record<Unavailable['part'], string>> = {
  database: 'The database does not answer now.',
  storage: 'The object storage does not answer now.',
  identity_provider: 'The identity provider does not answer now.',
  verification: 'The bytes of this object are still being verified: ask again.',
  downloads: 'Too many downloads wait for those who asked for them: try again.',
  mail: 'The mail server does not answer now.',
  billing_provider: 'The billing provider does not answer now.',
};

const knownOutages: Readonly<Record<NonNullable<Unavailable['reason']>, string>> = {
  storage_full: 'No room is left where the service keeps objects: deleting still works, unless it is the disk of its database.',
  storage_damaged: 'A disk of the service has failed: its operator must look at it.',
  storage_refused:
    'The object storage refuses the service, or is gone: where a storage connection leads to it, an administrator must check that, else the operator of the service.',
  writes_blocked: 'The database lets nothing be written now.',
  contended: 'Others are writing the same data: try again.',
};

const limits: Readonly<Record<ReasonsOf['rate_limited'], string>> = {
  request_rate: 'Too many requests.',
  concurrent_uploads: 'Too many uploads are open.',
  concurrent_writes: 'Others are sending this very thing at this moment.',
  unfinished_bytes: 'The organization is sending as much at once as it may.',
  invitation_mails: 'Enough invitations have been sent for now.',
  concurrent_checks: 'Other storage connections are being checked: try again when that is over.',
};

/** A database that is full may not even take that something goes. */
const fullDatabase = "No room is left on the disk of the service's database.";

const outageMessage = ({ part, reason }: Unavailable): string => {
  if (reason === undefined) return outages[part];
  return reason === 'storage_full' && part === 'database' ? fullDatabase : knownOutages[reason];
};

/** By the kind of an error, each reason that it tells to programs, and what a person reads then. */
export const reasonMessages: { readonly [K in ReasonedKind]: Readonly<Record<ReasonsOf[K], string>> } = {
  quota_exceeded: quotas,
  forbidden: { plan_without_audit_log: refusals.plan_without_audit_log },
  not_found: absences,
  conflict: conflicts,
  rate_limited: limits,
  unavailable: { verification_pending: outages.verification, too_many_downloads: outages.downloads, ...knownOutages },
};

/** HTTP declares the length of a body in a header. */
export const fieldOverHttp = (field: string): string => (field === 'declared_bytes' ? 'Content-Length' : field);

/** What a list of objects says of one that is not there. */
export const noSuchObject = 'the repository has no such object';

/** What is known around an error and stands in no part of it. */
export interface ErrorSurroundings {
  /** What was looked for, and where: for a 404. */
  readonly sought?: string | undefined;
  /** Name of the setting by which the operator chooses the plans of new organizations; absent where plans are sold. */
  readonly planSetting?: string | undefined;
}

/** The setting by which an operator gives more than a plan of this service allows; undefined where it is no limit of a plan, or plans are sold. */
const settingOf = (error: HttpError, { planSetting }: ErrorSurroundings): string | undefined =>
  error.kind === 'quota_exceeded' && isPlanLimit(error) ? planSetting : undefined;

const choosesPlans = (setting: string): string =>
  `Plans are not sold here: the operator sets that of this organization, and by ${setting} those of new ones.`;

const allowedOnes = ({ allowed }: BadRequest): string =>
  allowed === undefined ? '' : `; allowed: ${allowed.map((value) => `\`${value}\``).join(', ')}`;

/** A client that cannot do more than show the sentence shows which pointer it is. */
const reasonOfField = (reason: NonNullable<BadRequest['reason']>, [first]: NonNullable<BadRequest['pointers']> = []): string => {
  const sentence = fieldReasons[reason];
  if (first?.storedBytes === undefined) return sentence;
  return `${sentence.slice(0, -1)}: ${first.oid} has ${first.storedBytes} bytes, not ${first.sizeBytes}.`;
};

/** What a person reads. The sentences may change; programs read codes and details (spec 7). */
export const errorMessage = (error: HttpError, surroundings: ErrorSurroundings = {}): string => {
  switch (error.kind) {
    case 'bad_request':
      if (error.reason !== undefined) return reasonOfField(error.reason, error.pointers);
      return `\`${fieldOverHttp(error.field)}\` ${problems[error.problem]}${allowedOnes(error)}.`;
    case 'unauthorized':
      return error.reason === 'missing_credential' ? 'A bearer token is missing.' : 'The token is invalid or expired.';
    case 'forbidden':
      if (error.reason !== 'permission') return refusals[error.reason];
      return error.permission === undefined ? 'This is not permitted.' : `This needs the permission ${error.permission}.`;
    case 'not_found':
      if (error.reason !== undefined) return absences[error.reason];
      return surroundings.sought === undefined ? 'Not found.' : `Not found: ${surroundings.sought}.`;
    case 'conflict':
      return conflictMessage(error);
    case 'quota_exceeded': {
      const setting = settingOf(error, surroundings);
      return setting === undefined ? quotaMessage(error) : `${quotaMessage(error)} ${choosesPlans(setting)}`;
    }
    case 'rate_limited':
      return limits[error.reason];
    case 'unavailable':
      return outageMessage(error);
    case 'body_incomplete':
      return 'The request body ended too early.';
    case 'body_too_slow':
      return 'The request body came too slowly.';
    case 'payload_too_large':
      return `The request body is larger than ${error.limitBytes} bytes.`;
    case 'precondition_failed':
      return 'The bytes are not those that If-Match names.';
    case 'range_not_satisfiable':
      return `The range lies outside of the ${error.sizeBytes} bytes.`;
    case 'method_not_allowed':
      return `This path allows ${error.allow.join(', ')} only.`;
  }
};
