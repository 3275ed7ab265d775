// Written by `npm run generate` from docs/http/openapi.json.

import {
  boolean,
  count,
  either,
  integer,
  list,
  map,
  number,
  optional,
  record,
  text,
  tuple,
  type AnswerShapes,
} from '../shape.js';

const plan = record({
  id: text,
  name: text,
  price_per_month: optional(count),
  limits: record({
    repositories: optional(count),
    members: optional(count),
    tokens: optional(count),
    object_bytes: count,
    storage_bytes: count,
    storage_connections: optional(count),
    concurrent_uploads: count,
  }),
  storage_overage: text,
  features: record({ audit_log: boolean, sso: boolean, byos_needs_add_on: boolean }),
});
const user = record({ id: text, email: optional(text), name: text, status: text, created_at: text });
const notification = record({
  id: text,
  organization_id: text,
  type: text,
  message: text,
  data: map(either(text, number)),
  created_at: text,
  read_at: optional(text),
});
const organizationOfUser = record({
  id: text,
  name: text,
  slug: text,
  plan_id: text,
  deduplicate: optional(text),
  created_at: text,
  role: text,
});
const repository = record({
  id: text,
  organization_id: text,
  name: text,
  slug: text,
  description: text,
  visibility: text,
  storage_mode: text,
  storage_connection_id: optional(text),
  storage_group_id: optional(text),
  deduplicate: optional(text),
  reclaim_unreachable_after_days: optional(count),
  generation: count,
  created_at: text,
  updated_at: text,
});
const organization = record({ id: text, name: text, slug: text, plan_id: text, deduplicate: optional(text), created_at: text });
const organizationUsage = record({
  plan: text,
  period: record({ start: text, end: text }),
  limit_bytes: count,
  limit_is_hard: boolean,
  overage_bytes: count,
  dedup_ratio: number,
  managed: record({
    storage_bytes: count,
    logical_bytes: count,
    dedup_ratio: number,
    object_count: count,
    repository_count: count,
    uploaded_bytes: count,
    egress_bytes: count,
    download_count: count,
    reserved_bytes: count,
    reclaimable_bytes: count,
  }),
  byos: record({
    storage_bytes: count,
    logical_bytes: count,
    dedup_ratio: number,
    object_count: count,
    repository_count: count,
    uploaded_bytes: count,
    egress_bytes: count,
    download_count: count,
    reclaimable_bytes: count,
  }),
});
const activity = record({
  id: text,
  type: text,
  actor: optional(record({ id: text, name: text })),
  repository: optional(record({ id: text, slug: text })),
  data: map(either(text, number)),
  created_at: text,
});
const dashboard = record({
  usage: organizationUsage,
  counts: record({
    repositories: count,
    objects: count,
    members: count,
    tokens: count,
    storage_connections: count,
    webhooks: count,
  }),
  limits: list(record({ reason: text, limit: optional(count), current: count })),
  forecast: optional(
    record({
      method: optional(text),
      observed_days: count,
      bytes_per_day: integer,
      projected_bytes: count,
      days_until_limit: optional(count),
    }),
  ),
  recent_activity: optional(list(activity)),
});
const recommendation = record({
  id: text,
  rule: text,
  severity: text,
  title: text,
  detail: text,
  repository_id: optional(text),
  estimated_bytes: optional(count),
});
const apiToken = record({
  id: text,
  user_id: optional(text),
  name: text,
  kind: text,
  prefix: text,
  scopes: list(text),
  repository_id: optional(text),
  created_at: text,
  expires_at: optional(text),
});
const auditEvent = record({
  id: text,
  action: text,
  actor: either(
    record({ type: optional(text), id: text, name: optional(text), email: optional(text) }),
    record({ type: optional(text) }),
  ),
  token_id: optional(text),
  target: text,
  details: map(
    either(
      either(text, number, boolean, list(text)),
      record({
        old: optional(either(text, number, boolean, list(text))),
        new: optional(either(text, number, boolean, list(text))),
      }),
    ),
  ),
  ip_address: optional(text),
  user_agent: optional(text),
  created_at: text,
});
const webhook = record({
  id: text,
  organization_id: text,
  url: text,
  events: list(text),
  active: boolean,
  consecutive_failures: count,
  last_error: optional(text),
  last_delivery_at: optional(text),
  created_at: text,
});
const webhookDelivery = record({
  id: text,
  webhook_id: text,
  event_type: text,
  success: optional(boolean),
  http_status: optional(count),
  attempts: count,
  error: optional(text),
  duration_ms: optional(count),
  created_at: text,
});
const storageConnection = record({
  id: text,
  organization_id: text,
  name: text,
  provider: text,
  scope: text,
  endpoint: optional(text),
  region: text,
  bucket: text,
  prefix: optional(text),
  path_style: boolean,
  tls_verify: boolean,
  kms_key_id: optional(text),
  storage_class: optional(text),
  auth_method: text,
  access_key_id: optional(text),
  role_arn: optional(text),
  external_id: optional(text),
  health: record({
    status: text,
    checked_at: text,
    checks: list(record({ check: text, outcome: text, fault: optional(text) })),
    capabilities: record({ checksum_enforced: boolean, create_once: boolean, copy_computes_sha256: boolean }),
  }),
  created_at: text,
  updated_at: text,
});
const storageGroup = record({
  id: text,
  organization_id: text,
  name: text,
  description: text,
  repository_count: count,
  physical_bytes: count,
  created_at: text,
  updated_at: text,
});
const invoice = record({
  id: text,
  number: optional(text),
  status: text,
  amount: integer,
  currency: text,
  created_at: text,
  receipt_url: optional(text),
  pdf_url: optional(text),
});
const transfer = record({
  id: text,
  kind: text,
  created_at: text,
  duration_ms: optional(number),
  ingest_ms: optional(number),
  mirror_ms: optional(number),
  logical_bytes: optional(number),
  stored_bytes: optional(number),
  object_count: optional(number),
  chunk_count: optional(number),
  new_chunks: optional(number),
  reused_chunks: optional(number),
  files_put: optional(number),
  files_skipped: optional(number),
});
const storedObject = record({
  oid: text,
  name: optional(text),
  type: text,
  size: count,
  physical_size: count,
  uploaded_by: text,
  created_at: text,
});
const release = record({
  tag: text,
  ref: text,
  commit: record({
    id: text,
    subject: text,
    author: record({ name: text, email: text, at: text }),
    committer: record({ name: text, email: text, at: text }),
    parents: list(text),
  }),
  is_annotated: boolean,
  tagger: optional(record({ name: text, email: text, at: optional(text) })),
  notes: text,
  notes_edited_at: optional(text),
  published_at: text,
  files: count,
  size: count,
});
const graphEdge = record({
  id: text,
  repository_id: text,
  type: text,
  from: either(record({ kind: text, id: text, repository_id: text }), record({ hidden: optional(boolean) })),
  to: either(record({ kind: text, id: text, repository_id: text }), record({ hidden: optional(boolean) })),
  note: optional(text),
  created_by: text,
  created_at: text,
});
const snapshot = record({
  id: text,
  name: text,
  note: optional(text),
  commit: text,
  ref: optional(text),
  files: count,
  size: count,
  missing_objects: count,
  created_by: text,
  created_at: text,
});
const repositoryMember = record({ user_id: text, name: text, email: optional(text), level: text, created_at: text });
const uploadSession = record({
  id: text,
  repository_id: text,
  user_id: text,
  expected_objects: optional(count),
  uploaded_objects: count,
  uploaded_bytes: count,
  status: text,
  created_at: text,
  expires_at: text,
  active_at: text,
});
const lock = record({ id: text, path: text, locked_at: text, owner: record({ name: text }) });
const artifact = record({
  repository: record({ id: text, slug: text, name: text }),
  oid: text,
  name: optional(text),
  type: text,
  size: count,
  physical_size: count,
  layout: text,
  downloads: count,
  last_downloaded_at: optional(text),
  created_at: text,
});

/** What each operation answers when it has succeeded, by method and path, and by status. */
export const answerShapes: AnswerShapes = {
  'GET /readyz': { 200: record({ status: optional(text), version: optional(text) }) },
  'GET /healthz': { 200: record({ status: optional(text) }) },
  'GET /metrics': { 200: 'bytes' },
  'GET /api/v1/plans': { 200: record({ plans: list(plan) }) },
  'GET /api/v1/users/me': {
    200: record({
      user: user,
      organizations: list(record({ id: text, name: text, slug: text, role: text })),
      credential: record({ kind: text, scopes: optional(list(text)) }),
    }),
  },
  'PATCH /api/v1/users/me': { 200: record({ user: user }) },
  'GET /api/v1/users/me/shared-repositories': {
    200: record({
      repositories: list(
        record({
          id: text,
          organization_id: text,
          name: text,
          slug: text,
          description: text,
          visibility: text,
          storage_mode: text,
          storage_connection_id: optional(text),
          storage_group_id: optional(text),
          deduplicate: optional(text),
          reclaim_unreachable_after_days: optional(count),
          generation: count,
          created_at: text,
          updated_at: text,
          level: text,
          shared_at: text,
          organization: record({ id: text, name: text, slug: text }),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/users/me/sessions': {
    200: record({
      sessions: list(record({ id: text, is_current: boolean, created_at: text, expires_at: text })),
      next_cursor: optional(text),
    }),
  },
  'DELETE /api/v1/users/me/sessions': { 204: 'nothing' },
  'DELETE /api/v1/users/me/sessions/{userSessionID}': { 204: 'nothing' },
  'POST /api/v1/auth/session': { 201: record({ session: record({ token: text, expires_at: text }), user: user }) },
  'GET /api/v1/notifications': { 200: record({ notifications: list(notification), next_cursor: optional(text) }) },
  'POST /api/v1/notifications/{id}/read': { 200: record({ notification: notification }) },
  'GET /api/v1/search': {
    200: record({
      query: text,
      organizations: list(organizationOfUser),
      repositories: list(repository),
      artifacts: list(
        record({
          oid: text,
          name: optional(text),
          type: text,
          size: count,
          physical_size: count,
          uploaded_by: text,
          created_at: text,
          repository_id: text,
        }),
      ),
      files: list(record({ repository_id: text, path: text, oid: text })),
    }),
  },
  'GET /api/v1/organizations': { 200: record({ organizations: list(organizationOfUser), next_cursor: optional(text) }) },
  'POST /api/v1/organizations': { 201: record({ organization: organization }) },
  'GET /api/v1/organizations/{orgID}': { 200: record({ organization: organization }) },
  'PATCH /api/v1/organizations/{orgID}': { 200: record({ organization: organization }) },
  'DELETE /api/v1/organizations/{orgID}': { 204: 'nothing' },
  'GET /api/v1/organizations/{orgID}/members': {
    200: record({
      members: list(record({ user_id: text, name: text, email: optional(text), role: text, joined_at: text })),
      next_cursor: optional(text),
    }),
  },
  'PATCH /api/v1/organizations/{orgID}/members/{userID}': {
    200: record({ member: record({ user_id: text, name: text, email: optional(text), role: text, joined_at: text }) }),
  },
  'DELETE /api/v1/organizations/{orgID}/members/{userID}': { 204: 'nothing' },
  'POST /api/v1/organizations/{orgID}/leave': { 204: 'nothing' },
  'GET /api/v1/organizations/{orgID}/invitations': {
    200: record({
      invitations: list(
        record({
          id: text,
          kind: text,
          email: text,
          role: optional(text),
          level: optional(text),
          status: text,
          organization: record({ id: text, name: text, slug: text }),
          repository: optional(record({ id: text, name: text, slug: text })),
          invited_by: record({ id: text, name: text }),
          created_at: text,
          expires_at: text,
          accepted_at: optional(text),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'POST /api/v1/organizations/{orgID}/invitations': {
    201: record({
      invitation: record({
        id: text,
        kind: text,
        email: text,
        role: optional(text),
        level: optional(text),
        status: text,
        organization: record({ id: text, name: text, slug: text }),
        repository: optional(record({ id: text, name: text, slug: text })),
        invited_by: record({ id: text, name: text }),
        created_at: text,
        expires_at: text,
        accepted_at: optional(text),
      }),
      email_sent: boolean,
      url: optional(text),
    }),
  },
  'POST /api/v1/organizations/{orgID}/invitations/{invID}/link': {
    200: record({
      invitation: record({
        id: text,
        kind: text,
        email: text,
        role: optional(text),
        level: optional(text),
        status: text,
        organization: record({ id: text, name: text, slug: text }),
        repository: optional(record({ id: text, name: text, slug: text })),
        invited_by: record({ id: text, name: text }),
        created_at: text,
        expires_at: text,
        accepted_at: optional(text),
      }),
      url: text,
    }),
  },
  'DELETE /api/v1/organizations/{orgID}/invitations/{invID}': { 204: 'nothing' },
  'GET /api/v1/repositories/{repoID}/invitations': {
    200: record({
      invitations: list(
        record({
          id: text,
          kind: text,
          email: text,
          role: optional(text),
          level: optional(text),
          status: text,
          organization: record({ id: text, name: text, slug: text }),
          repository: optional(record({ id: text, name: text, slug: text })),
          invited_by: record({ id: text, name: text }),
          created_at: text,
          expires_at: text,
          accepted_at: optional(text),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'POST /api/v1/repositories/{repoID}/invitations': {
    201: record({
      invitation: record({
        id: text,
        kind: text,
        email: text,
        role: optional(text),
        level: optional(text),
        status: text,
        organization: record({ id: text, name: text, slug: text }),
        repository: optional(record({ id: text, name: text, slug: text })),
        invited_by: record({ id: text, name: text }),
        created_at: text,
        expires_at: text,
        accepted_at: optional(text),
      }),
      email_sent: boolean,
      url: optional(text),
    }),
  },
  'DELETE /api/v1/repositories/{repoID}/invitations/{invID}': { 204: 'nothing' },
  'GET /api/v1/users/me/invitations': {
    200: record({
      invitations: list(
        record({
          id: text,
          kind: text,
          email: text,
          role: optional(text),
          level: optional(text),
          status: text,
          organization: record({ id: text, name: text, slug: text }),
          repository: optional(record({ id: text, name: text, slug: text })),
          invited_by: record({ id: text, name: text }),
          created_at: text,
          expires_at: text,
          accepted_at: optional(text),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'POST /api/v1/invitations/accept': {
    200: record({
      invitation: record({
        id: text,
        kind: text,
        email: text,
        role: optional(text),
        level: optional(text),
        status: text,
        organization: record({ id: text, name: text, slug: text }),
        repository: optional(record({ id: text, name: text, slug: text })),
        invited_by: record({ id: text, name: text }),
        created_at: text,
        expires_at: text,
        accepted_at: optional(text),
      }),
    }),
  },
  'POST /api/v1/invitations/{invID}/accept': {
    200: record({
      invitation: record({
        id: text,
        kind: text,
        email: text,
        role: optional(text),
        level: optional(text),
        status: text,
        organization: record({ id: text, name: text, slug: text }),
        repository: optional(record({ id: text, name: text, slug: text })),
        invited_by: record({ id: text, name: text }),
        created_at: text,
        expires_at: text,
        accepted_at: optional(text),
      }),
    }),
  },
  'GET /api/v1/organizations/{orgID}/usage': { 200: record({ usage: organizationUsage }) },
  'GET /api/v1/organizations/{orgID}/usage/series': {
    200: record({
      series: list(
        record({
          date: text,
          managed: record({
            storage_bytes: count,
            added_bytes: count,
            removed_bytes: count,
            uploaded_bytes: count,
            egress_bytes: count,
          }),
          byos: record({
            storage_bytes: count,
            added_bytes: count,
            removed_bytes: count,
            uploaded_bytes: count,
            egress_bytes: count,
          }),
        }),
      ),
    }),
  },
  'GET /api/v1/organizations/{orgID}/dashboard': { 200: record({ dashboard: dashboard }) },
  'GET /api/v1/organizations/{orgID}/recommendations': { 200: record({ recommendations: list(recommendation) }) },
  'GET /api/v1/repositories/{repoID}/recommendations': { 200: record({ recommendations: list(recommendation) }) },
  'POST /api/v1/repositories/{repoID}/recommendations/{recID}/dismiss': { 204: 'nothing' },
  'GET /api/v1/organizations/{orgID}/tokens': { 200: record({ tokens: list(apiToken), next_cursor: optional(text) }) },
  'POST /api/v1/organizations/{orgID}/tokens': { 201: record({ token: apiToken, secret: text }) },
  'DELETE /api/v1/organizations/{orgID}/tokens/{tokenID}': { 204: 'nothing' },
  'GET /api/v1/organizations/{orgID}/audit': { 200: record({ events: list(auditEvent) }) },
  'GET /api/v1/organizations/{orgID}/webhooks': { 200: record({ webhooks: list(webhook), next_cursor: optional(text) }) },
  'POST /api/v1/organizations/{orgID}/webhooks': {
    201: record({
      webhook: record({
        id: text,
        organization_id: text,
        url: text,
        events: list(text),
        active: boolean,
        consecutive_failures: count,
        last_error: optional(text),
        last_delivery_at: optional(text),
        created_at: text,
        secret: text,
      }),
    }),
  },
  'PATCH /api/v1/organizations/{orgID}/webhooks/{webhookID}': { 200: record({ webhook: webhook }) },
  'DELETE /api/v1/organizations/{orgID}/webhooks/{webhookID}': { 204: 'nothing' },
  'GET /api/v1/organizations/{orgID}/webhooks/{webhookID}/deliveries': {
    200: record({ deliveries: list(webhookDelivery), next_cursor: optional(text) }),
  },
  'POST /api/v1/organizations/{orgID}/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver': {
    202: record({ delivery: webhookDelivery }),
  },
  'GET /api/v1/organizations/{orgID}/storage/connections': {
    200: record({ connections: list(storageConnection), next_cursor: optional(text) }),
  },
  'POST /api/v1/organizations/{orgID}/storage/connections': { 201: record({ connection: storageConnection }) },
  'GET /api/v1/organizations/{orgID}/storage/connections/{connID}': { 200: record({ connection: storageConnection }) },
  'PATCH /api/v1/organizations/{orgID}/storage/connections/{connID}': { 200: record({ connection: storageConnection }) },
  'DELETE /api/v1/organizations/{orgID}/storage/connections/{connID}': { 204: 'nothing' },
  'POST /api/v1/organizations/{orgID}/storage/connections/{connID}/test': { 200: record({ connection: storageConnection }) },
  'GET /api/v1/organizations/{orgID}/storage-groups': {
    200: record({ storage_groups: list(storageGroup), next_cursor: optional(text) }),
  },
  'POST /api/v1/organizations/{orgID}/storage-groups': { 201: record({ storage_group: storageGroup }) },
  'GET /api/v1/organizations/{orgID}/storage-groups/{groupID}': { 200: record({ storage_group: storageGroup }) },
  'PATCH /api/v1/organizations/{orgID}/storage-groups/{groupID}': { 200: record({ storage_group: storageGroup }) },
  'DELETE /api/v1/organizations/{orgID}/storage-groups/{groupID}': { 204: 'nothing' },
  'POST /api/v1/billing/webhook': { 200: record({ received: optional(boolean) }) },
  'GET /api/v1/organizations/{orgID}/billing': {
    200: record({
      plan: plan,
      byos_addon: boolean,
      subscription: optional(
        record({
          plan_id: text,
          status: text,
          byos_addon: boolean,
          current_period_end: optional(text),
          cancel_at: optional(text),
        }),
      ),
      usage: record({
        repositories: record({ current: count, limit: optional(count) }),
        members: record({ current: count, limit: optional(count) }),
        tokens: record({ current: count, limit: optional(count) }),
        storage_connections: record({ current: count, limit: optional(count) }),
        storage_bytes: record({ current: count, limit: optional(count) }),
      }),
      invoice_preview: optional(record({ amount: integer, currency: text, due_at: optional(text) })),
      invoices: list(invoice),
      has_billing_customer: boolean,
    }),
  },
  'POST /api/v1/organizations/{orgID}/billing/checkout': { 200: record({ url: text }) },
  'POST /api/v1/organizations/{orgID}/billing/portal': { 200: record({ url: text }) },
  'POST /api/v1/organizations/{orgID}/billing/confirm': {
    200: record({
      plan: plan,
      byos_addon: boolean,
      subscription: optional(
        record({
          plan_id: text,
          status: text,
          byos_addon: boolean,
          current_period_end: optional(text),
          cancel_at: optional(text),
        }),
      ),
      usage: record({
        repositories: record({ current: count, limit: optional(count) }),
        members: record({ current: count, limit: optional(count) }),
        tokens: record({ current: count, limit: optional(count) }),
        storage_connections: record({ current: count, limit: optional(count) }),
        storage_bytes: record({ current: count, limit: optional(count) }),
      }),
      invoice_preview: optional(record({ amount: integer, currency: text, due_at: optional(text) })),
      invoices: list(invoice),
      has_billing_customer: boolean,
    }),
    202: record({ status: optional(text) }),
  },
  'POST /api/v1/organizations/{orgID}/billing/byos-addon': {
    200: record({
      plan: plan,
      byos_addon: boolean,
      subscription: optional(
        record({
          plan_id: text,
          status: text,
          byos_addon: boolean,
          current_period_end: optional(text),
          cancel_at: optional(text),
        }),
      ),
      usage: record({
        repositories: record({ current: count, limit: optional(count) }),
        members: record({ current: count, limit: optional(count) }),
        tokens: record({ current: count, limit: optional(count) }),
        storage_connections: record({ current: count, limit: optional(count) }),
        storage_bytes: record({ current: count, limit: optional(count) }),
      }),
      invoice_preview: optional(record({ amount: integer, currency: text, due_at: optional(text) })),
      invoices: list(invoice),
      has_billing_customer: boolean,
    }),
  },
  'GET /api/v1/organizations/{orgID}/repositories': {
    200: record({ repositories: list(repository), next_cursor: optional(text) }),
  },
  'POST /api/v1/organizations/{orgID}/repositories': { 201: record({ repository: repository }) },
  'GET /api/v1/repositories/{repoID}': { 200: record({ repository: repository, permissions: optional(list(text)) }) },
  'PATCH /api/v1/repositories/{repoID}': { 200: record({ repository: repository }) },
  'DELETE /api/v1/repositories/{repoID}': { 204: 'nothing' },
  'GET /api/v1/repositories/{repoID}/usage': {
    200: record({
      usage: record({
        object_count: count,
        logical_bytes: count,
        physical_bytes: count,
        uploaded_bytes: count,
        dedup_ratio: number,
        reclaimable_bytes: count,
      }),
    }),
  },
  'GET /api/v1/repositories/{repoID}/transfers': { 200: record({ transfers: list(transfer), next_cursor: optional(text) }) },
  'GET /api/v1/repositories/{repoID}/connect': {
    200: record({
      connect: record({
        repository_url: text,
        git_lfs: record({ url: text, lfsconfig: text, commands: text, credentials: text }),
        agent: record({ commands: text, package: optional(record({ url: text, version: text, sha256: text, size: count })) }),
        upload_session: record({ commands: text }),
        download: record({ commands: text }),
      }),
    }),
  },
  'GET /api/v1/repositories/{repoID}/objects': { 200: record({ objects: list(storedObject), next_cursor: optional(text) }) },
  'DELETE /api/v1/repositories/{repoID}/objects/{oid}': { 204: 'nothing' },
  'GET /api/v1/repositories/{repoID}/removed-objects': {
    200: record({
      removed_objects: list(
        record({ oid: text, name: optional(text), size: count, removed_at: text, removed_by: optional(text), kept_until: text }),
      ),
      next_cursor: optional(text),
    }),
  },
  'POST /api/v1/repositories/{repoID}/removed-objects/{oid}/restore': { 200: record({ object: storedObject }) },
  'GET /api/v1/repositories/{repoID}/overview': {
    200: record({
      indexed: boolean,
      generation: count,
      counts: record({ commits: count, branches: count, releases: count }),
      default_branch: optional(text),
      head: optional(
        record({
          id: text,
          subject: text,
          author: record({ name: text, email: text, at: text }),
          committer: record({ name: text, email: text, at: text }),
          parents: list(text),
        }),
      ),
      files: count,
      size: count,
      types: list(record({ type: text, files: count, bytes: count })),
      types_complete: boolean,
      readme: optional(
        record({
          name: text,
          name_base64: optional(text),
          path: text,
          path_base64: optional(text),
          type: text,
          mode: text,
          id: text,
          size: count,
          oid: optional(text),
          is_lfs: boolean,
          is_stored: boolean,
          files: optional(count),
          last_commit: record({
            id: text,
            subject: text,
            author: record({ name: text, email: text, at: text }),
            committed_at: text,
          }),
        }),
      ),
      latest_release: optional(
        record({
          tag: text,
          published_at: text,
          commit: record({
            id: text,
            subject: text,
            author: record({ name: text, email: text, at: text }),
            committer: record({ name: text, email: text, at: text }),
            parents: list(text),
          }),
        }),
      ),
    }),
  },
  'GET /api/v1/repositories/{repoID}/branches': {
    200: record({
      indexed: boolean,
      generation: count,
      branches: list(
        record({
          name: text,
          ref: text,
          commit: record({
            id: text,
            subject: text,
            author: record({ name: text, email: text, at: text }),
            committer: record({ name: text, email: text, at: text }),
            parents: list(text),
          }),
          is_default: boolean,
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/tree': {
    200: record({
      indexed: boolean,
      generation: count,
      commit: optional(
        record({
          id: text,
          subject: text,
          author: record({ name: text, email: text, at: text }),
          committer: record({ name: text, email: text, at: text }),
          parents: list(text),
        }),
      ),
      path: optional(text),
      path_base64: optional(text),
      entries: list(
        record({
          name: text,
          name_base64: optional(text),
          path: text,
          path_base64: optional(text),
          type: text,
          mode: text,
          id: text,
          size: count,
          oid: optional(text),
          is_lfs: boolean,
          is_stored: boolean,
          files: optional(count),
          last_commit: record({
            id: text,
            subject: text,
            author: record({ name: text, email: text, at: text }),
            committed_at: text,
          }),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/file': {
    200: record({
      indexed: boolean,
      generation: count,
      commit: record({
        id: text,
        subject: text,
        author: record({ name: text, email: text, at: text }),
        committer: record({ name: text, email: text, at: text }),
        parents: list(text),
      }),
      file: record({
        name: text,
        name_base64: optional(text),
        path: text,
        path_base64: optional(text),
        type: text,
        mode: text,
        id: text,
        size: count,
        oid: optional(text),
        is_lfs: boolean,
        is_stored: boolean,
        files: optional(count),
        last_commit: record({
          id: text,
          subject: text,
          author: record({ name: text, email: text, at: text }),
          committed_at: text,
        }),
        download: optional(record({ url: text, expires_in: count })),
      }),
    }),
  },
  'GET /api/v1/repositories/{repoID}/commits': {
    200: record({
      indexed: boolean,
      generation: count,
      commits: list(
        record({
          id: text,
          subject: text,
          author: record({ name: text, email: text, at: text }),
          committer: record({ name: text, email: text, at: text }),
          parents: list(text),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/commits/{sha}': {
    200: record({
      indexed: boolean,
      generation: count,
      commit: record({
        id: text,
        subject: text,
        author: record({ name: text, email: text, at: text }),
        committer: record({ name: text, email: text, at: text }),
        parents: list(text),
        message: text,
      }),
      files: list(
        record({
          path: text,
          path_base64: optional(text),
          status: text,
          previous_path: optional(text),
          previous_path_base64: optional(text),
          similarity: optional(count),
          before: optional(
            record({ mode: text, id: text, size: count, oid: optional(text), is_lfs: boolean, is_stored: boolean }),
          ),
          after: optional(
            record({ mode: text, id: text, size: count, oid: optional(text), is_lfs: boolean, is_stored: boolean }),
          ),
        }),
      ),
      totals: record({
        added: record({ files: count, bytes: count }),
        modified: record({ files: count, bytes_before: count, bytes_after: count }),
        removed: record({ files: count, bytes: count }),
        renamed: record({ files: count, bytes_before: count, bytes_after: count }),
      }),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/file/history': {
    200: record({
      indexed: boolean,
      generation: count,
      versions: list(
        record({
          commit: record({
            id: text,
            subject: text,
            author: record({ name: text, email: text, at: text }),
            committer: record({ name: text, email: text, at: text }),
            parents: list(text),
          }),
          path: text,
          path_base64: optional(text),
          status: text,
          previous_path: optional(text),
          previous_path_base64: optional(text),
          file: optional(record({ mode: text, id: text, size: count, oid: optional(text), is_lfs: boolean, is_stored: boolean })),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/compare': {
    200: record({
      indexed: boolean,
      generation: count,
      base: optional(
        record({
          id: text,
          subject: text,
          author: record({ name: text, email: text, at: text }),
          committer: record({ name: text, email: text, at: text }),
          parents: list(text),
        }),
      ),
      head: optional(
        record({
          id: text,
          subject: text,
          author: record({ name: text, email: text, at: text }),
          committer: record({ name: text, email: text, at: text }),
          parents: list(text),
        }),
      ),
      merge_base: optional(text),
      files: list(
        record({
          path: text,
          path_base64: optional(text),
          status: text,
          previous_path: optional(text),
          previous_path_base64: optional(text),
          similarity: optional(count),
          before: optional(
            record({ mode: text, id: text, size: count, oid: optional(text), is_lfs: boolean, is_stored: boolean }),
          ),
          after: optional(
            record({ mode: text, id: text, size: count, oid: optional(text), is_lfs: boolean, is_stored: boolean }),
          ),
        }),
      ),
      totals: optional(
        record({
          added: record({ files: count, bytes: count }),
          modified: record({ files: count, bytes_before: count, bytes_after: count }),
          removed: record({ files: count, bytes: count }),
          renamed: record({ files: count, bytes_before: count, bytes_after: count }),
        }),
      ),
      new_bytes: optional(count),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/releases': {
    200: record({ indexed: boolean, generation: count, releases: list(release), next_cursor: optional(text) }),
  },
  'GET /api/v1/repositories/{repoID}/releases/{tag}': { 200: record({ indexed: boolean, generation: count, release: release }) },
  'PATCH /api/v1/repositories/{repoID}/releases/{tag}': {
    200: record({ indexed: boolean, generation: count, release: release }),
  },
  'GET /api/v1/repositories/{repoID}/graph': {
    200: record({
      nodes: list(
        record({
          kind: text,
          id: text,
          repository_id: text,
          distance: optional(count),
          size: optional(count),
          missing: optional(boolean),
        }),
      ),
      edges: list(graphEdge),
      cycles: list(list(text)),
      truncated: optional(boolean),
      next_cursor: optional(text),
    }),
  },
  'POST /api/v1/repositories/{repoID}/graph/edges': { 201: record({ edge: graphEdge }) },
  'DELETE /api/v1/repositories/{repoID}/graph/edges/{edgeID}': { 204: 'nothing' },
  'GET /api/v1/repositories/{repoID}/snapshots': { 200: record({ snapshots: list(snapshot), next_cursor: optional(text) }) },
  'POST /api/v1/repositories/{repoID}/snapshots': { 200: record({ snapshot: snapshot }), 201: record({ snapshot: snapshot }) },
  'GET /api/v1/repositories/{repoID}/snapshots/{snapshotID}': {
    200: record({
      snapshot: snapshot,
      files: list(
        record({
          path: text,
          path_base64: optional(text),
          mode: text,
          id: text,
          size: count,
          oid: optional(text),
          is_lfs: boolean,
          is_stored: boolean,
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/storage/series': {
    200: record({
      series: list(
        record({
          storage_bytes: count,
          added_bytes: count,
          removed_bytes: count,
          uploaded_bytes: count,
          egress_bytes: count,
          date: text,
          download_count: count,
        }),
      ),
    }),
  },
  'GET /api/v1/repositories/{repoID}/storage/summary': {
    200: record({
      storage: record({
        storage_mode: text,
        storage_connection_id: optional(text),
        object_count: count,
        logical_bytes: count,
        physical_bytes: count,
        dedup_ratio: number,
        reclaimable_bytes: count,
        unreachable: optional(
          record({
            reclaim_after_days: count,
            object_count: count,
            logical_bytes: count,
            reclaimable_bytes: count,
            since: optional(text),
            looked_at: optional(text),
            doubt: optional(text),
          }),
        ),
        layouts: record({
          whole: record({ object_count: count, logical_bytes: count, physical_bytes: count }),
          chunks: record({ object_count: count, logical_bytes: count, physical_bytes: count }),
        }),
        converted: record({
          object_count: count,
          former_bytes: count,
          added_bytes: count,
          restored_count: count,
          restored_bytes: count,
        }),
        types: list(record({ object_count: count, logical_bytes: count, physical_bytes: count, type: text })),
      }),
    }),
  },
  'GET /api/v1/repositories/{repoID}/storage/folders': {
    200: record({
      folder: record({ object_count: count, logical_bytes: count, physical_bytes: count, path: text }),
      unnamed: optional(record({ object_count: count, logical_bytes: count, physical_bytes: count })),
      folders: list(record({ object_count: count, logical_bytes: count, physical_bytes: count, path: text })),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/health': {
    200: record({
      health: record({
        status: text,
        problems: list(text),
        storage: record({ mode: text, connection: optional(record({ id: text, status: text, checked_at: text })) }),
        last_verified_at: optional(text),
        pending_verifications: record({ count: count, oldest_at: optional(text), bytes: count }),
        receiving_files: record({ count: count, oldest_at: optional(text) }),
        open_uploads: record({ count: count, oldest_at: optional(text) }),
        stale_uploads: record({ count: count, reserved_bytes: count }),
        damaged: record({ count: count, oldest_at: optional(text) }),
        locks: record({ count: count, oldest_at: optional(text) }),
        git_index: record({
          indexed: boolean,
          generation: count,
          indexed_at: optional(text),
          missing_objects: count,
          unindexed_objects: record({ count: count, oldest_at: optional(text) }),
        }),
      }),
    }),
  },
  'GET /api/v1/repositories/{repoID}/members': { 200: record({ members: list(repositoryMember), next_cursor: optional(text) }) },
  'POST /api/v1/repositories/{repoID}/members': {
    200: record({ member: repositoryMember }),
    201: record({ member: repositoryMember }),
  },
  'DELETE /api/v1/repositories/{repoID}/members/{userID}': { 204: 'nothing' },
  'POST /api/v1/repositories/{repoID}/uploads': {
    200: record({ session: uploadSession }),
    201: record({ session: uploadSession }),
  },
  'GET /api/v1/repositories/{repoID}/uploads': { 200: record({ sessions: list(uploadSession) }) },
  'DELETE /api/v1/repositories/{repoID}/uploads/{sessionID}': { 204: 'nothing' },
  'POST /api/v1/repositories/{repoID}/uploads/{sessionID}/objects': {
    200: record({
      objects: list(
        either(
          record({ oid: text, size: count, upload_url: text, storage_key: text, expires_in: count }),
          record({ oid: text, size: count, storage_key: text, parts: record({ part_size: count, count: count }) }),
          record({ oid: text, size: count, storage_key: text, stored: optional(boolean) }),
          record({ oid: text, size: count, error: record({ code: text, message: text }) }),
        ),
      ),
    }),
  },
  'POST /api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}/parts': {
    200: record({ parts: list(record({ part_number: count, size: count, upload_url: text, expires_in: count })) }),
  },
  'GET /api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}/parts': {
    200: record({ part_size: count, count: count, uploaded: list(record({ part_number: count, size: count })) }),
  },
  'POST /api/v1/repositories/{repoID}/uploads/{sessionID}/objects/{oid}/complete': { 204: 'nothing' },
  'POST /api/v1/repositories/{repoID}/uploads/{sessionID}/finalize': {
    200: record({ session: uploadSession, generation: count }),
  },
  'POST /api/v1/repositories/{repoID}/downloads/authorize': {
    200: record({
      objects: list(
        either(
          record({ oid: text, size: count, download_url: text, expires_in: count }),
          record({ oid: text, error: record({ code: text, message: text }) }),
        ),
      ),
    }),
  },
  'GET /api/v1/repositories/{repoID}/objects/{oid}/blocks': { 200: 'bytes', 206: 'bytes', 304: 'nothing' },
  'GET /api/v1/repositories/{repoID}/lfs': { 200: record({ repository: repository }) },
  'POST /api/v1/repositories/{repoID}/lfs/objects/batch': {
    200: record({
      transfer: text,
      objects: list(
        record({
          oid: text,
          size: number,
          authenticated: optional(boolean),
          actions: optional(
            record({
              download: optional(
                record({ href: text, header: optional(map(text)), expires_in: optional(integer), expires_at: optional(text) }),
              ),
              upload: optional(
                record({ href: text, header: optional(map(text)), expires_in: optional(integer), expires_at: optional(text) }),
              ),
              verify: optional(
                record({ href: text, header: optional(map(text)), expires_in: optional(integer), expires_at: optional(text) }),
              ),
            }),
          ),
          error: optional(record({ code: integer, message: text })),
        }),
      ),
      hash_algo: optional(text),
    }),
  },
  'POST /api/v1/repositories/{repoID}/lfs/objects/{oid}/verify': { 200: record({}) },
  'POST /api/v1/repositories/{repoID}/lfs/locks': { 201: record({ lock: lock }) },
  'GET /api/v1/repositories/{repoID}/lfs/locks': { 200: record({ locks: list(lock), next_cursor: optional(text) }) },
  'POST /api/v1/repositories/{repoID}/lfs/locks/verify': {
    200: record({ ours: list(lock), theirs: list(lock), next_cursor: optional(text) }),
  },
  'POST /api/v1/repositories/{repoID}/lfs/locks/{lockID}/unlock': { 200: record({ lock: lock }) },
  'GET /api/v1/repositories/{repoID}/lfs/{path}': { 200: 'bytes', 206: 'bytes', 304: 'nothing' },
  'HEAD /api/v1/repositories/{repoID}/lfs/{path}': { 200: 'nothing', 304: 'nothing' },
  'PUT /api/v1/repositories/{repoID}/lfs/{path}': { 201: 'nothing' },
  'POST /api/v1/repositories/{repoID}/lfs/objects/chunks': {
    200: record({
      packs: list(text),
      chunks: list(tuple(count, count, count, count, count, count)),
      sizes: list(count),
      objects: list(record({ oid: text, size: count })),
    }),
  },
  'POST /api/v1/repositories/{repoID}/lfs/objects/announce': { 200: record({ proving: boolean }) },
  'POST /api/v1/repositories/{repoID}/lfs/objects/convert': { 200: record({ state: text }) },
  'POST /api/v1/repositories/{repoID}/lfs/finalize': {
    200: record({ generation: count, objects: count, pending: optional(list(text)) }),
  },
  'POST /api/v1/repositories/{repoID}/lfs/transfers': { 201: record({}) },
  'GET /api/v1/repositories/{repoID}/index/state': {
    200: record({
      index: record({
        indexed: boolean,
        object_format: optional(text),
        generation: count,
        commits: count,
        objects: count,
        indexed_at: optional(text),
        complete_at: optional(text),
        refs: list(record({ name: text, target: text, tag_id: optional(text) })),
      }),
      next_cursor: optional(text),
    }),
  },
  'POST /api/v1/repositories/{repoID}/index/sessions': {
    201: record({ session: record({ id: text, base_generation: count, expires_at: text }) }),
  },
  'POST /api/v1/repositories/{repoID}/index/sessions/{sessionID}/commits': {
    200: record({ accepted: count, already_indexed: count }),
  },
  'POST /api/v1/repositories/{repoID}/index/sessions/{sessionID}/tree': { 200: record({ completed: count, pending: count }) },
  'POST /api/v1/repositories/{repoID}/index/sessions/{sessionID}/finalize': {
    200: record({ generation: count, commits: count, refs: count, missing_objects: count }),
  },
  'PUT /storage/{wildcard}': { 200: 'nothing' },
  'GET /storage/{wildcard}': { 200: 'bytes', 206: 'bytes', 304: 'nothing' },
  'GET /downloads/svc-agent.tgz': { 200: 'bytes', 206: 'bytes', 304: 'nothing' },
  'GET /api/v1/organizations/{orgID}/activity': { 200: record({ activity: list(activity) }) },
  'GET /api/v1/repositories/{repoID}/activity': { 200: record({ activity: list(activity) }) },
  'GET /api/v1/organizations/{orgID}/artifacts': {
    200: record({
      artifacts: list(artifact),
      total: count,
      total_is_lower_bound: optional(boolean),
      next_before: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/artifacts/{oid}': {
    200: record({
      artifact: record({
        repository: record({ id: text, slug: text, name: text }),
        oid: text,
        name: optional(text),
        type: text,
        size: count,
        physical_size: count,
        layout: text,
        downloads: count,
        last_downloaded_at: optional(text),
        created_at: text,
        uploaded_by: record({ id: text, name: optional(text) }),
        chunks: optional(
          record({
            count: count,
            average_bytes: count,
            shared_with: optional(
              list(record({ oid: text, name: optional(text), chunks: optional(count), bytes: optional(count) })),
            ),
          }),
        ),
        kept_by: record({
          refs: list(record({ name: text, is_at_tip: boolean })),
          commits: list(
            record({
              id: text,
              subject: text,
              author: record({ name: text, email: text, at: text }),
              committer: record({ name: text, email: text, at: text }),
              parents: list(text),
              path: text,
              path_base64: optional(text),
            }),
          ),
          uploads: list(record({ id: text, kind: text, created_at: text, expires_at: text })),
          snapshots: list(record({ id: text, name: text, created_at: text })),
          has_more: boolean,
        }),
      }),
    }),
  },
  'GET /api/v1/repositories/{repoID}/artifacts/{oid}/timeline': {
    200: record({
      timeline: list(
        record({
          repository: record({ id: text, slug: text, name: text }),
          oid: text,
          name: optional(text),
          type: text,
          size: count,
          physical_size: count,
          layout: text,
          downloads: count,
          last_downloaded_at: optional(text),
          created_at: text,
          uploaded_by: record({ id: text, name: optional(text) }),
          chunks: optional(record({ count: count, average_bytes: count })),
        }),
      ),
      next_before: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/artifacts/{oid}/references': {
    200: record({
      indexed: boolean,
      generation: count,
      references: list(
        record({
          kind: text,
          ref: optional(record({ name: text, is_at_tip: boolean })),
          commit: optional(
            record({
              id: text,
              subject: text,
              author: record({ name: text, email: text, at: text }),
              committer: record({ name: text, email: text, at: text }),
              parents: list(text),
              path: text,
              path_base64: optional(text),
            }),
          ),
          upload: optional(record({ id: text, kind: text, created_at: text, expires_at: text })),
          snapshot: optional(record({ id: text, name: text, created_at: text })),
        }),
      ),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/artifacts/{oid}/sharing': {
    200: record({
      shared_with: list(record({ oid: text, name: optional(text), chunks: optional(count), bytes: optional(count) })),
      next_cursor: optional(text),
    }),
  },
  'GET /api/v1/repositories/{repoID}/artifacts/{oid}/compare/{other}': {
    200: record({
      format: text,
      has_chunk_maps: boolean,
      tensors: list(
        record({
          name: text,
          status: text,
          dtype: text,
          shape: list(count),
          bytes: count,
          shared_bytes: optional(count),
          other: optional(record({ dtype: text, shape: list(count), bytes: count })),
        }),
      ),
      totals: record({
        same: record({ tensors: count, bytes: count }),
        moved: record({ tensors: count, bytes: count }),
        changed: record({ tensors: count, bytes: count }),
        undecided: record({ tensors: count, bytes: count }),
        added: record({ tensors: count, bytes: count }),
        removed: record({ tensors: count, bytes: count }),
        shared_bytes: optional(count),
      }),
      next_cursor: optional(text),
    }),
  },
};
