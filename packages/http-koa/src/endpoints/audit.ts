import { organization } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { auditEventView, auditReply } from '../schemas/audit.js';

/** Spec 4.7 and 8. */
export const auditEndpoints = [
  endpoint({
    name: 'audit.list',
    summary: "The organization's last 100 audit events, newest first; 403 on a plan without an audit log",
    route: 'GET /organizations/{orgID}/audit',
    access: organization('audit.read'),
    output: { 200: auditReply },
    errors: ['forbidden', 'forbidden:plan_without_audit_log', 'unavailable'],
    handle: ({ application, grant }) =>
      application.audit.list(grant).map((entries) => reply(200, { events: entries.map(auditEventView) })),
  }),
];
