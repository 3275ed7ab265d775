import { setTimeout as sleep } from 'node:timers/promises';
import { inventedOid } from '../data/repeated-chunk.js';
import type { Attack } from './attack.js';
import { statusOf } from './salvos.js';
import type { Tenant } from './tenant.js';

/** What a server that was told nothing grants each credential. */
const rowsPerSecond = 30;

type Send = (nth: number) => Promise<number | undefined>;

const sendsOf = (baseUrl: string, { credential }: Tenant, organizationId: string, repositoryId: string) => {
  const headers = { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' };
  const post = (path: string, body: unknown): Promise<number | undefined> =>
    statusOf(`${baseUrl}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const emptyFile = (nth: number): Promise<number | undefined> =>
    statusOf(`${baseUrl}/api/v1/repositories/${repositoryId}/lfs/meta/${nth}`, { method: 'PUT', headers, body: '' });
  return {
    organizations: (nth) => post('/organizations', { name: `Rows ${nth}` }),
    tokens: (nth) => post(`/organizations/${organizationId}/tokens`, { name: `row ${nth}`, scopes: ['repo:read'] }),
    locks: (nth) => post(`/repositories/${repositoryId}/lfs/locks`, { path: `row ${nth}` }),
    'empty tree files': emptyFile,
    'sessions of uploads': () => post(`/repositories/${repositoryId}/uploads`, {}),
    'empty objects': () =>
      post(`/repositories/${repositoryId}/lfs/objects/batch`, {
        operation: 'upload',
        objects: [{ oid: inventedOid(), size: 0 }],
      }),
  } satisfies Readonly<Record<string, Send>>;
};

const isMade = (status: number | undefined): boolean => status !== undefined && status < 300;

const told = (outcomes: ReadonlyMap<string, number>): string =>
  [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');

/** Makes rows of each kind in turn, as many a second as a server grants one credential, until the signal; tells what came of it. */
const makeRows = async (sends: Readonly<Record<string, Send>>, signal: AbortSignal): Promise<string> => {
  const outcomes = new Map<string, number>();
  const under: Promise<void>[] = [];
  const kinds = Object.entries(sends);
  for (let nth = 0; !signal.aborted; nth += 1) {
    const [kind, send] = kinds[nth % kinds.length] ?? [];
    if (kind === undefined || send === undefined) throw new Error('invariant: there are kinds');
    const note = (status: number | undefined): void => {
      const outcome = isMade(status) ? `${kind} made` : `${kind} answered ${status ?? 'nothing'}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    };
    under.push(send(nth).then(note));
    await sleep(1000 / rowsPerSecond);
  }
  await Promise.all(under);
  return told(outcomes);
};

/** Rows of each kind that no plan counts, as fast as one credential gets them. */
export const rowsWithoutBytes: Attack = {
  name: `${rowsPerSecond} rows without bytes a second, of six kinds`,
  prepare: async ({ server, newTenant }) => {
    const attacker = await newTenant();
    const organizationId = await attacker.newOrganization();
    const repositoryId = await attacker.newRepository(organizationId);
    const sends = sendsOf(server.baseUrl, attacker, organizationId, repositoryId);
    return {
      strike: (signal) => makeRows(sends, signal),
    };
  },
};
