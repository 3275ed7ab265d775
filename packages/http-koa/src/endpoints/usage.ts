import { organization } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { dashboardReply, dashboardView } from '../schemas/dashboard.js';
import {
  organizationUsageReply,
  organizationUsageView,
  seriesDayView,
  usageSeriesQuery,
  usageSeriesReply,
} from '../schemas/usage.js';

/** Spec 4.4. */
export const usageEndpoints = [
  endpoint({
    name: 'usage.get',
    summary: 'What the organization stores now and has moved this month, managed and in buckets of its own',
    route: 'GET /organizations/{orgID}/usage',
    access: organization('usage.read'),
    output: { 200: organizationUsageReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) =>
      application.usage.ofOrganization(grant).map((usage) => reply(200, { usage: organizationUsageView(usage) })),
  }),
  endpoint({
    name: 'usage.series',
    summary: 'The same day by day, in UTC, the oldest first',
    route: 'GET /organizations/{orgID}/usage/series',
    access: organization('usage.read'),
    query: usageSeriesQuery,
    output: { 200: usageSeriesReply },
    errors: ['bad_request', 'unavailable'],
    handle: ({ application, grant, query }) =>
      application.usage.series(grant, query).map((days) => reply(200, { series: days.map(seriesDayView) })),
  }),
  endpoint({
    name: 'usage.dashboard',
    summary: 'Usage, counts, plan limits and where storage is going, at a glance',
    route: 'GET /organizations/{orgID}/dashboard',
    access: organization('usage.read'),
    output: { 200: dashboardReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) =>
      application.usage.dashboard(grant).map((found) => reply(200, { dashboard: dashboardView(found) })),
  }),
];
