import { bucket } from '../rigs/memory-service.js';
import { type Calls, nobody } from './scene.js';

const organization = '/api/v1/organizations/{orgID}';
const webhook = `${organization}/webhooks/{webhookID}` as const;
const connections = `${organization}/storage/connections` as const;
const groups = `${organization}/storage-groups` as const;
const billing = `${organization}/billing` as const;

export const ofOrganizations = {
  'organizations.list': [200, ({ owner }) => owner.api.GET('/api/v1/organizations', { params: { query: { limit: 5 } } })],
  'organizations.get': [200, ({ owner, orgID }) => owner.api.GET(organization, { params: { path: { orgID } } })],
  'organizations.update': [
    200,
    ({ owner, orgID }) => owner.api.PATCH(organization, { params: { path: { orgID } }, body: { name: 'Acme & Sons' } }),
  ],
  'usage.get': [200, ({ owner, orgID }) => owner.api.GET(`${organization}/usage`, { params: { path: { orgID } } })],
  'usage.series': [
    200,
    ({ owner, orgID }) => owner.api.GET(`${organization}/usage/series`, { params: { path: { orgID }, query: { days: 7 } } }),
  ],
  'usage.dashboard': [200, ({ owner, orgID }) => owner.api.GET(`${organization}/dashboard`, { params: { path: { orgID } } })],
  'audit.list': [200, ({ owner, orgID }) => owner.api.GET(`${organization}/audit`, { params: { path: { orgID } } })],
  'activity.list': [
    200,
    ({ owner, orgID }) =>
      owner.api.GET(`${organization}/activity`, { params: { path: { orgID }, query: { type: 'member.left' } } }),
  ],
  'artifacts.list': [
    200,
    ({ owner, orgID }) => owner.api.GET(`${organization}/artifacts`, { params: { path: { orgID }, query: { sort: 'size' } } }),
  ],
  'recommendations.list': [
    200,
    ({ owner, orgID }) => owner.api.GET(`${organization}/recommendations`, { params: { path: { orgID } } }),
  ],
  'search.find': [200, ({ owner }) => owner.api.GET('/api/v1/search', { params: { query: { q: 'acme & sons', limit: 3 } } })],
  'webhooks.create': [
    201,
    ({ owner, orgID }) =>
      owner.api.POST(`${organization}/webhooks`, {
        params: { path: { orgID } },
        body: { url: 'https://hooks.example.test/svc', events: ['repository.push'] },
      }),
  ],
  'webhooks.list': [200, ({ owner, orgID }) => owner.api.GET(`${organization}/webhooks`, { params: { path: { orgID } } })],
  'webhooks.update': [
    404,
    ({ owner, orgID }) => owner.api.PATCH(webhook, { params: { path: { orgID, webhookID: nobody } }, body: { active: false } }),
  ],
  'webhooks.deliveries': [
    404,
    ({ owner, orgID }) => owner.api.GET(`${webhook}/deliveries`, { params: { path: { orgID, webhookID: nobody } } }),
  ],
  'webhooks.redeliver': [
    404,
    ({ owner, orgID }) =>
      owner.api.POST(`${webhook}/deliveries/{deliveryID}/redeliver`, {
        params: { path: { orgID, webhookID: nobody, deliveryID: nobody } },
      }),
  ],
  'webhooks.delete': [404, ({ owner, orgID }) => owner.api.DELETE(webhook, { params: { path: { orgID, webhookID: nobody } } })],
  'storage-connections.create': [
    201,
    ({ owner, orgID }) =>
      owner.api.POST(connections, {
        params: { path: { orgID } },
        body: {
          name: 'Ours',
          provider: 'minio',
          endpoint: bucket.endpoint,
          bucket: bucket.bucket,
          auth_method: 'access_keys',
          access_key_id: bucket.accessKeyId,
          secret_access_key: bucket.secretAccessKey,
        },
      }),
  ],
  'storage-connections.list': [200, ({ owner, orgID }) => owner.api.GET(connections, { params: { path: { orgID } } })],
  'storage-connections.get': [
    404,
    ({ owner, orgID }) => owner.api.GET(`${connections}/{connID}`, { params: { path: { orgID, connID: nobody } } }),
  ],
  'storage-connections.update': [
    404,
    ({ owner, orgID }) =>
      owner.api.PATCH(`${connections}/{connID}`, { params: { path: { orgID, connID: nobody } }, body: { name: 'Theirs' } }),
  ],
  'storage-connections.test': [
    404,
    ({ owner, orgID }) => owner.api.POST(`${connections}/{connID}/test`, { params: { path: { orgID, connID: nobody } } }),
  ],
  'storage-connections.delete': [
    404,
    ({ owner, orgID }) => owner.api.DELETE(`${connections}/{connID}`, { params: { path: { orgID, connID: nobody } } }),
  ],
  'storage-groups.create': [
    201,
    ({ owner, orgID }) => owner.api.POST(groups, { params: { path: { orgID } }, body: { name: 'Cold' } }),
  ],
  'storage-groups.list': [200, ({ owner, orgID }) => owner.api.GET(groups, { params: { path: { orgID } } })],
  'storage-groups.get': [
    404,
    ({ owner, orgID }) => owner.api.GET(`${groups}/{groupID}`, { params: { path: { orgID, groupID: nobody } } }),
  ],
  'storage-groups.update': [
    404,
    ({ owner, orgID }) =>
      owner.api.PATCH(`${groups}/{groupID}`, { params: { path: { orgID, groupID: nobody } }, body: { name: 'Warm' } }),
  ],
  'storage-groups.delete': [
    404,
    ({ owner, orgID }) => owner.api.DELETE(`${groups}/{groupID}`, { params: { path: { orgID, groupID: nobody } } }),
  ],
  'billing.get': [200, ({ owner, orgID }) => owner.api.GET(billing, { params: { path: { orgID } } })],
  'billing.checkout': [
    200,
    ({ owner, orgID }) => owner.api.POST(`${billing}/checkout`, { params: { path: { orgID } }, body: { plan_id: 'team' } }),
  ],
  'billing.confirm': [
    202,
    ({ owner, orgID }) => owner.api.POST(`${billing}/confirm`, { params: { path: { orgID } }, body: { plan_id: 'team' } }),
  ],
  'billing.portal': [200, ({ owner, orgID }) => owner.api.POST(`${billing}/portal`, { params: { path: { orgID } } })],
  'billing.byosAddOn': [
    409,
    ({ owner, orgID }) => owner.api.POST(`${billing}/byos-addon`, { params: { path: { orgID } }, body: { enabled: true } }),
  ],
  'billing.webhook': [400, ({ owner }) => owner.api.POST('/api/v1/billing/webhook', { body: {} })],
  'plans.list': [200, ({ owner }) => owner.api.GET('/api/v1/plans')],
  'system.ready': [200, ({ owner }) => owner.api.GET('/readyz')],
  'system.alive': [200, ({ owner }) => owner.api.GET('/healthz')],
  'system.metrics': [404, ({ owner }) => owner.api.GET('/metrics')],
} satisfies Calls;
