import { organization, providerSigned } from '../endpoint/access.js';
import { json, noFields } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { billingReply, billingView, byosAddOnBody, pendingReply, planBody, receivedReply, urlReply } from '../schemas/billing.js';

/** Spec 4.1, 4.8. */
export const billingEndpoints = [
  endpoint({
    name: 'billing.webhook',
    summary: 'Told by the billing provider that something has changed; what is so now is then asked of it',
    route: 'POST /billing/webhook',
    access: providerSigned(),
    output: { 200: receivedReply },
    errors: ['unavailable'],
    handle: ({ application, grant }) =>
      application.billing.receiveEvent(grant).map(() => reply(200, { received: true as const })),
  }),
  endpoint({
    name: 'billing.get',
    summary: 'What the organization has, uses and pays',
    route: 'GET /organizations/{orgID}/billing',
    access: organization('billing.read'),
    output: { 200: billingReply },
    errors: ['not_found', 'unavailable'],
    handle: ({ application, grant }) => application.billing.get(grant).map((billing) => reply(200, billingView(billing))),
  }),
  endpoint({
    name: 'billing.checkout',
    summary: 'Get the URL where a person pays for a plan',
    route: 'POST /organizations/{orgID}/billing/checkout',
    access: organization('billing.update'),
    body: json(planBody),
    output: { 200: urlReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'conflict:subscription_exists', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.billing.openCheckout(grant, { planId: body.plan_id }).map((url) => reply(200, { url })),
  }),
  endpoint({
    name: 'billing.portal',
    summary: 'Get the URL where a person changes, pays and cancels the subscription',
    route: 'POST /organizations/{orgID}/billing/portal',
    access: organization('billing.update'),
    body: noFields(),
    output: { 200: urlReply },
    errors: ['not_found', 'forbidden', 'conflict:no_billing_customer', 'unavailable'],
    handle: ({ application, grant }) => application.billing.openPortal(grant).map((url) => reply(200, { url })),
  }),
  endpoint({
    name: 'billing.confirm',
    summary: 'Ask the billing provider whether a plan is paid; 202 until it says so',
    route: 'POST /organizations/{orgID}/billing/confirm',
    access: organization('billing.update'),
    body: json(planBody),
    output: { 200: billingReply, 202: pendingReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'conflict:no_billing_customer', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.billing
        .confirm(grant, { planId: body.plan_id })
        .map((billing) =>
          billing === undefined ? reply(202, { status: 'pending_webhook' as const }) : reply(200, billingView(billing)),
        ),
  }),
  endpoint({
    name: 'billing.byosAddOn',
    summary: 'Put the add-on for storage connections into the subscription, or take it out',
    route: 'POST /organizations/{orgID}/billing/byos-addon',
    access: organization('billing.update'),
    body: json(byosAddOnBody),
    output: { 200: billingReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'conflict:no_subscription', 'conflict:add_on_not_offered', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.billing.switchByosAddOn(grant, { isEnabled: body.enabled }).map((billing) => reply(200, billingView(billing))),
  }),
];
