import { plans } from '@svc/core/model';
import { okAsync } from 'neverthrow';
import { open } from '../endpoint/access.js';
import { endpoint } from '../endpoint/endpoint.js';
import { reply } from '../endpoint/reply.js';
import { plansReply, planView } from '../schemas/plan.js';

const catalogue = { plans: Object.values(plans).map(planView) };

export const planEndpoints = [
  endpoint({
    name: 'plans.list',
    summary: 'The plans, cheapest first',
    route: 'GET /plans',
    access: open(),
    output: { 200: plansReply },
    errors: [],
    handle: () => okAsync(reply(200, catalogue)),
  }),
];
