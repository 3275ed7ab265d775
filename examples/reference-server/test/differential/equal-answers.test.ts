import { createSeededRandom } from '@svc/conformance';
import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Issuer, startIssuer } from '../../../../packages/identity-oidc/test/issuer/start-issuer.js';
import { createApiClient } from '../client/api-client.js';
import { read, textOf } from '../client/exchange.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import { sqliteFsPlace } from '../server/sqlite-fs-place.js';
import { startServer, type TestServer } from '../server/start-server.js';
import { createComparable } from './comparable.js';
import { drawFrom, pickKind } from './requests.js';
import { newKnown, type Side } from './side.js';

const requestCount = rounds({ property: 'SQLite with files and PostgreSQL with S3 answer alike', test: 500, proof: 50_000 });
/** Lanes know nothing of each other, so that what they do at the same time cannot change what the others are answered. */
const laneCount = 4;

/** A database that waits for a busy disk may put off somebody now and then, never many. */
const mostPutOff = Math.max(5, requestCount / 1000);

const signedIn = z.object({ session: z.object({ token: z.string() }) });
const settings = {
  DEFAULT_PLAN: 'developer',
  RATE_LIMIT_RPS: '1000000',
  RATE_LIMIT_BURST: '1000000',
  MAX_OWNED_ORGANIZATIONS: '1000000',
};

/** Makes a user by a first sign-in, which is quicker than by commands. */
const credentialOf = async (baseUrl: string, issuer: Issuer, name: string): Promise<string> => {
  const email = `${name}@example.org`;
  const api = createApiClient(baseUrl, await issuer.idToken({ sub: name, email, email_verified: true, name: 'Lane' }));
  const { session } = read(await api.call('POST', '/auth/session'), 201, signedIn);
  api.close();
  return session.token;
};

const userIdOf = async (baseUrl: string, credential: string): Promise<string> => {
  const api = createApiClient(baseUrl, credential);
  const me: unknown = JSON.parse(textOf(await api.call('GET', '/users/me')));
  api.close();
  if (typeof me !== 'object' || me === null || !('user' in me)) throw new Error('there is no user');
  const { user } = me;
  if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string')
    throw new Error('the user has no id');
  return user.id;
};

/** All lanes of one server, each with a user of its own. The stranger is the same: he knows only what a lane shows him. */
const sidesOf = async (server: TestServer, issuer: Issuer, onPutOff: (told: string) => void): Promise<readonly Side[]> => {
  const strange = await credentialOf(server.baseUrl, issuer, 'stranger');
  const strangerId = await userIdOf(server.baseUrl, strange);
  const stranger = createApiClient(server.baseUrl, strange, { onPutOff });
  const sides: Side[] = [];
  for (let lane = 0; lane < laneCount; lane += 1) {
    const credential = await credentialOf(server.baseUrl, issuer, `lane-${lane}`);
    const api = createApiClient(server.baseUrl, credential, { onPutOff });
    sides.push({ lane, api, stranger, strangerId, known: newKnown(), comparable: createComparable() });
  }
  return sides;
};

/** Asks both servers the same for as long as they answer alike. */
const runLane = async (sides: readonly [Side, Side], seed: number, count: number): Promise<void> => {
  const random = createSeededRandom(seed);
  for (let number = 0; number < count; number += 1) {
    const kind = pickKind(random);
    const draw = drawFrom(random);
    const [left, right] = await Promise.all(sides.map((side) => kind.make(side, draw)));
    expect(right, `${kind.make.name} ${number} of lane ${sides[0].lane}, seed ${seed}`).to.deep.equal(left);
    // What was made in one millisecond has no order; two in a row shall have one.
    await sleep(2);
  }
};

describe('the same requests to SQLite with files and to PostgreSQL with S3', () => {
  const seed = randomInt(2 ** 31);
  const folder = mkdtempSync(join(tmpdir(), 'svc-differential-'));
  const putOff: string[] = [];
  let issuer: Issuer;
  let servers: readonly TestServer[] = [];
  /** Those of both servers, lane by lane. */
  let lanes: readonly (readonly [Side, Side])[] = [];

  before('start the issuer', async () => {
    issuer = await startIssuer();
  });
  before('start both servers', async () => {
    const environment = { ...settings, OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: issuer.clientId };
    const files = await startServer({ place: sqliteFsPlace(folder), environment });
    const bucket = await startServer({ place: await postgresS3Place(), environment });
    servers = [files, bucket];
  });
  before('sign in', async () => {
    const [left = [], right = []] = await Promise.all(
      servers.map((server) => sidesOf(server, issuer, (told) => putOff.push(told))),
    );
    lanes = left.map((side, lane) => [side, right[lane] ?? expect.fail('there are as many lanes on both servers')] as const);
  });

  after(async () => {
    for (const { api, stranger } of lanes.flat()) {
      api.close();
      stranger.close();
    }
    for (const server of servers) {
      await server.close();
      await server.place.drop();
    }
    await issuer.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`are answered alike, ${requestCount} of them (seed ${seed})`, async () => {
    const count = Math.ceil(requestCount / laneCount);
    await Promise.all(lanes.map((sides, lane) => runLane(sides, seed + lane, count)));
    if (putOff.length > 0) console.log(`      put off ${putOff.length} times:\n      ${putOff.join('\n      ')}`);
    expect(putOff.length, 'how often a server put somebody off').to.be.at.most(mostPutOff);
  });
});
