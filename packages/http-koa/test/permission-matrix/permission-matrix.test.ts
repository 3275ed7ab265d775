import { unavailable } from '@svc/core/model';
import type { UnitOfWork } from '@svc/core/ports';
import { expect } from 'chai';
import { errAsync } from 'neverthrow';
import { routeParts } from '../../src/endpoint/route.js';
import { endpoints } from '../../src/endpoints/index.js';
import { jsonOf, undescribedBy } from '../fuzz/undescribed-by.js';
import type { WireAnswer } from '../fuzz/wire-answer.js';
import { type WireRequest, wireRequestOf } from '../fuzz/wire-request.js';
import { startService, type TestService } from '../support/service.js';
import { type Actor, setStage, type Stage } from './actors.js';
import { fillers, matrixRequests, type MatrixRequest } from './demands.js';
import { sendInRow } from './pipeline.js';
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

  const requestOf = ({ row, body }: MatrixRequest, actor: Actor): WireRequest => {
    const [method = '', path = ''] = row.split(' ');
    const headers = actor.authorization === undefined ? {} : { authorization: actor.authorization };
    return wireRequestOf(method, pathFor(path, actor), { body, headers });
  };

  const outcomeOf = (request: WireRequest, answer: WireAnswer): Outcome => {
    const { status, body } = answer;
    // Throws where what is called JSON is none.
    const problem = status < 400 ? void jsonOf(answer) : undescribedBy(request, answer);
    if (problem !== undefined) throw new Error(problem);
    if (status === 401 || status === 403 || status === 404) return status;
    if (![200, 400, 409, 429, 503].includes(status)) throw new Error(`it answers ${status}: ${body.toString()}`);
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
    const actors = sendersOf(request);
    const requests = actors.map((actor) => requestOf(request, actor));
    const answers = await sendInRow(service.port, requests);
    return actors.flatMap(({ name, standing }, at) => {
      const [sent, answer] = [requests[at], answers[at]];
      if (sent === undefined || answer === undefined) throw new Error('invariant: each request is answered');
      const expected = expectedOutcome(request.demand, standing);
      const actual = outcomeOf(sent, answer);
      return actual === expected ? [] : [`${request.row} (${request.demand}) for ${name}: ${actual}, not ${expected}`];
    });
  };

  for (const row of new Set(matrixRequests.map((request) => request.row))) {
    it(`is what the table of rights says, for every actor: ${row}`, async () => {
      for (const request of matrixRequests.filter((one) => one.row === row)) expect(await wrongOnes(request)).to.deep.equal([]);
      expect(service.faults).to.deep.equal([]);
    });
  }
});
