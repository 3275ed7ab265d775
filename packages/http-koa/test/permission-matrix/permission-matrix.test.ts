import { unavailable } from '@svc/core/model';
import type { UnitOfWork } from '@svc/core/ports';
import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { send } from '../support/request.js';
import { startService, type TestService } from '../support/service.js';
import { type Actor, setStage, type Stage } from './actors.js';
import { fillers, matrixRequests, type MatrixRequest } from './demands.js';
import { expectedOutcome, type Outcome } from './rights.js';

/** A database that can be told to take no more changes: a request that gets through then changes nothing, and is answered 503. */
const freezable = () => {
  const state = { isFrozen: false };
  const over = (inner: UnitOfWork): UnitOfWork => ({
    read: (work) => inner.read(work),
    transact: (work) => (state.isFrozen ? errAsync(unavailable('database')) : inner.transact(work)),
    check: () => inner.check(),
    isAlone: () => inner.isAlone(),
  });
  return { state, over };
};

const concurrency = 8;

describe('the permission matrix', () => {
  let service: TestService;
  let stage: Stage;
  before(async () => {
    const { state, over } = freezable();
    service = await startService({
      agentPackage: { version: '0.0.0', tarball: new Uint8Array(1) },
      ports: (ports) => ({ ...ports, unitOfWork: over(ports.unitOfWork) }),
    });
    stage = await setStage(service);
    state.isFrozen = true;
  });
  after(() => service.close());

  const pathFor = (path: string, { standing }: Actor): string =>
    path
      .replace('{orgID}', stage.organization)
      .replace('{connID}', stage.connection)
      .replace('{groupID}', stage.group)
      .replace('{webhookID}', stage.webhook)
      .replace('{repoID}', stage.repositories[standing.visibility])
      .replace('{sessionID}', stage.sessions[standing.visibility])
      .replace('{snapshotID}', stage.snapshots[standing.visibility])
      .replace(/\{(\w+)\}/g, (_all, name: string) => fillers[name] ?? name)
      .replace('*', 'some/key');

  const outcomeOf = async ({ row, body }: MatrixRequest, actor: Actor): Promise<Outcome> => {
    const [method = '', path = ''] = row.split(' ');
    const headers = actor.authorization === undefined ? {} : { authorization: actor.authorization };
    const { status, text } = await send(service.baseUrl, method, pathFor(path, actor), { body, headers });
    if (status === 401 || status === 403 || status === 404) return status;
    if (![200, 400, 409, 429, 503].includes(status)) throw new Error(`${row} for ${actor.name} answers ${status}: ${text}`);
    return 'through';
  };

  it('has every row', () => {
    const rows = endpoints.map(({ route, base }) => {
      const { method, path } = routeParts(route, base ?? 'api');
      return `${method} ${path}`;
    });
    expect([...new Set(matrixRequests.map(({ row }) => row))].sort()).to.deep.equal(rows.sort());
  });

  /** Who sees several repositories sends one request to a row that names none. */
  const sendersOf = ({ row }: MatrixRequest): readonly Actor[] => {
    const bySending = new Map(stage.actors.map((actor) => [`${pathFor(row, actor)} ${actor.authorization}`, actor]));
    return [...bySending.values()];
  };

  const wrongOnes = async (request: MatrixRequest): Promise<readonly string[]> => {
    const wrong: string[] = [];
    const actors = sendersOf(request).values();
    const worker = async (): Promise<void> => {
      for (const actor of actors) {
        const expected = expectedOutcome(request.demand, actor.standing);
        const actual = await outcomeOf(request, actor);
        if (actual !== expected) wrong.push(`${request.row} (${request.demand}) for ${actor.name}: ${actual}, not ${expected}`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return wrong;
  };

  for (const row of new Set(matrixRequests.map((request) => request.row))) {
    it(`is what the table of rights says, for every actor: ${row}`, async () => {
      for (const request of matrixRequests.filter((one) => one.row === row)) expect(await wrongOnes(request)).to.deep.equal([]);
      expect(service.faults).to.deep.equal([]);
    });
  }
});
