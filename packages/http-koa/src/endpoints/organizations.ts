import { organization, session, signedIn } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import {
  createOrganizationBody,
  organizationOfUserView,
  organizationReply,
  organizationsReply,
  organizationView,
  updateOrganizationBody,
} from '../schemas/organization.js';
import { pageQuery } from '../schemas/parameters.js';

/** Spec 4.3. */
export const organizationEndpoints = [
  endpoint({
    name: 'organizations.list',
    summary: "The caller's organizations, with the caller's roles",
    route: 'GET /organizations',
    access: signedIn(),
    query: pageQuery,
    output: { 200: organizationsReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.organizations
        .list(grant, query)
        .map(({ items, nextCursor }) =>
          reply(200, { organizations: items.map(organizationOfUserView), next_cursor: nextCursor }),
        ),
  }),
  endpoint({
    name: 'organizations.create',
    summary: 'Create an organization and become its OWNER',
    route: 'POST /organizations',
    access: session(),
    body: json(createOrganizationBody),
    output: { 201: organizationReply },
    errors: ['bad_request', 'forbidden', 'conflict:duplicate_slug', 'quota_exceeded:max_owned_organizations', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.organizations.create(grant, body).map((created) => reply(201, { organization: organizationView(created) })),
  }),
  endpoint({
    name: 'organizations.get',
    summary: 'One organization',
    route: 'GET /organizations/{orgID}',
    access: organization('organization.read'),
    output: { 200: organizationReply },
    errors: [],
    handle: ({ application, grant }) =>
      application.organizations.get(grant).map((found) => reply(200, { organization: organizationView(found) })),
  }),
  endpoint({
    name: 'organizations.update',
    summary: 'Rename an organization or move it to another slug',
    route: 'PATCH /organizations/{orgID}',
    access: organization('organization.update'),
    body: json(updateOrganizationBody),
    output: { 200: organizationReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'conflict:duplicate_slug', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.organizations.update(grant, body).map((changed) => reply(200, { organization: organizationView(changed) })),
  }),
  endpoint({
    name: 'organizations.delete',
    summary: 'Delete an organization with its repositories',
    route: 'DELETE /organizations/{orgID}',
    access: organization('organization.delete'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'conflict:subscription_exists', 'unavailable'],
    handle: ({ application, grant }) => application.organizations.remove(grant).map(() => replyEmpty(204)),
  }),
];
