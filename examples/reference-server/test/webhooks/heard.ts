import type { ReceivedRequest } from '@svc/test-services/webhook-receiver';
import { z } from 'zod';
import type { ServerPlace } from '../server/server-place.js';

const payload = z.object({ type: z.string(), organization_id: z.string(), repository_id: z.string() });
const committedRows = z.array(z.object({ type: z.string(), organization: z.string(), repository: z.string() }));

const eventName = (type: string, repositoryId: string): string => `${type} ${repositoryId}`;

const grouped = <T, V>(items: readonly T[], keyOf: (item: T) => string, valueOf: (item: T) => V): ReadonlyMap<string, V[]> => {
  const groups = new Map<string, V[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [valueOf(item)]);
    else group.push(valueOf(item));
  }
  return groups;
};

/** What one receiver has heard of events, each named by its type and its repository: no test makes two of one name. */
export interface Heard {
  readonly events: ReadonlySet<string>;
  /** Events that came under more than one delivery id, or in other bytes. */
  readonly unstable: readonly string[];
  /** Deliveries that came more than once. */
  readonly repeated: readonly string[];
  /** Deliveries of which a request began before an earlier one had ended. */
  readonly simultaneous: readonly string[];
}

const isSimultaneous = (requests: readonly ReceivedRequest[]): boolean => {
  let lastEndMs = -Infinity;
  return requests
    .toSorted((left, right) => left.beganAtMs - right.beganAtMs)
    .some(({ beganAtMs, endedAtMs = Infinity }) => {
      const isEarly = beganAtMs < lastEndMs;
      lastEndMs = Math.max(lastEndMs, endedAtMs);
      return isEarly;
    });
};

const deliveryOf = ({ headers }: ReceivedRequest): string => headers['x-svc-delivery'] ?? '';

/** Throws when it was told something of another organization. */
export const heardOf = (organizationId: string, requests: readonly ReceivedRequest[]): Heard => {
  const eventOf = ({ body }: ReceivedRequest): string => {
    const { type, organization_id: organization, repository_id: repository } = payload.parse(JSON.parse(body));
    if (organization !== organizationId) throw new Error(`${body} is of another organization`);
    return eventName(type, repository);
  };
  const forms = [...grouped(requests, eventOf, (request) => `${deliveryOf(request)} ${request.body}`)];
  const deliveries = [...grouped(requests, deliveryOf, (request) => request)];
  return {
    events: new Set(forms.map(([name]) => name)),
    unstable: forms.flatMap(([name, each]) => (new Set(each).size === 1 ? [] : [name])),
    repeated: deliveries.flatMap(([id, each]) => (each.length === 1 ? [] : [id])),
    simultaneous: deliveries.flatMap(([id, each]) => (isSimultaneous(each) ? [id] : [])),
  };
};

/** The names of all events of repositories that were committed, by organization. */
export const committedEvents = async (place: ServerPlace): Promise<ReadonlyMap<string, readonly string[]>> => {
  const [rows = []] = await place.rows(
    `select type, organization_id as organization, repository_id as repository from domain_events
     where type in ('repository.created', 'repository.push')`,
  );
  return grouped(
    committedRows.parse(rows),
    ({ organization }) => organization,
    ({ type, repository }) => eventName(type, repository),
  );
};

const counted = z.array(z.object({ n: z.coerce.number() }));

/** The one number that a query asks for. */
export const countIn = async (place: ServerPlace, query: string): Promise<number> => {
  const [rows = []] = await place.rows(query);
  return counted.parse(rows)[0]?.n ?? 0;
};

/** Events and deliveries that are still on their way. */
export const pendingIn = async (place: ServerPlace): Promise<number> =>
  (await countIn(place, 'select count(*) as n from domain_events where is_pending = 1')) +
  (await countIn(place, 'select count(*) as n from webhook_deliveries where due_at is not null'));
