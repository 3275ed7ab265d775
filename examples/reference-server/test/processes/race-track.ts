import { createSeededRandom, type SeededRandom } from '@svc/conformance';
import { startStandIn } from '@svc/test-services/s3';
import { randomInt } from 'node:crypto';
import pg from 'pg';
import { unlimitedRate } from '../bytes/byte-server.js';
import { type ApiClient, createApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { createRepositoryClient, type RepositoryClient } from '../client/repository-client.js';
import { organizationAnswer } from '../client/wire.js';
import { postgresS3Place } from '../server/postgres-s3-place.js';
import type { ServerPlace } from '../server/server-place.js';
import { startServerProcess, type TestServerProcess } from '../server/start-server.js';

/** One caller's clients, one for each server. */
export type Rivals = readonly [ApiClient, ApiClient];

/**
 * Two server processes on one database, and how to look into it past them. Their bucket is the stand-in's: who comes first is decided in the database
 * alone.
 */
export interface RaceTrack {
  readonly place: ServerPlace;
  readonly servers: readonly [TestServerProcess, TestServerProcess];
  /** Of the first owner, whom both servers know. */
  readonly owner: Rivals;
  /** Clients with another credential; they go with the track. */
  rivals(credential: string): Rivals;
  newOrganization(slug: string): Promise<string>;
  /** A repository in an organization of its own, as the owner's clients of both servers see it. */
  newRepository(slug: string): Promise<readonly [RepositoryClient, RepositoryClient]>;
  /** Reads and writes past the servers. */
  query<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
  close(): Promise<void>;
}

const connectionsPastServers = 4;

export const openRaceTrack = async (): Promise<RaceTrack> => {
  const s3 = await startStandIn({ mode: 'strict' });
  const place = await postgresS3Place({ s3 });
  const environment = { DEFAULT_PLAN: 'business', LOG_LEVEL: 'warn', MAX_OWNED_ORGANIZATIONS: '1000000', ...unlimitedRate };
  const servers = [await startServerProcess({ place, environment }), await startServerProcess({ place, environment })] as const;
  const pool = new pg.Pool({ connectionString: place.settings['DATABASE_URL'], max: connectionsPastServers });
  const clients: ApiClient[] = [];
  const rivals = (credential: string): Rivals => {
    const clientOf = ({ baseUrl }: TestServerProcess): ApiClient => createApiClient(baseUrl, credential);
    const both = [clientOf(servers[0]), clientOf(servers[1])] as const;
    clients.push(...both);
    return both;
  };
  const owner = rivals(servers[0].adminToken);
  const newOrganization = async (slug: string): Promise<string> => {
    const made = await owner[0].call('POST', '/organizations', { name: slug, slug });
    return read(made, 201, organizationAnswer).organization.id;
  };
  return {
    place,
    servers,
    owner,
    rivals,
    newOrganization,
    newRepository: async (slug) => {
      const organizationId = await newOrganization(slug);
      const { id } = await owner[0].createRepositoryIn(organizationId, slug);
      return [createRepositoryClient(owner[0], id, organizationId), createRepositoryClient(owner[1], id, organizationId)];
    },
    query: async <T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<T>(text, [...values])).rows,
    close: async () => {
      for (const client of clients) client.close();
      await pool.end();
      for (const server of servers) await server.close();
      await place.drop();
      await s3.stop();
    },
  };
};

/** All begin at once, half of them at each server, in an order that is another one each time; their answers by number. */
export const race = async <C, T>(
  random: SeededRandom,
  rivals: readonly [C, C],
  racers: number,
  ask: (client: C, at: number) => Promise<T>,
): Promise<readonly T[]> => {
  const order = random.shuffled(Array.from({ length: racers }, (_, at) => at));
  const answers = await Promise.all(order.map(async (at) => [at, await ask(rivals[at % 2 === 0 ? 0 : 1], at)] as const));
  return answers.sort(([left], [right]) => left - right).map(([, answer]) => answer);
};

/** One lane's part of the rounds; what it has made for them stays its own. */
export type PlayRound = (round: number) => Promise<void>;

export interface Race {
  readonly title: string;
  readonly rounds: number;
  /** How many rounds run beside each other, so that transactions which have nothing to do with a race are in its way too. */
  readonly lanes: number;
  /** `name` is the lane's alone. */
  readonly enter: (name: string, random: SeededRandom) => Promise<PlayRound>;
}

/** Runs all rounds as one test whose title tells the seed. */
export const itRaces = ({ title, rounds, lanes, enter }: Race): void => {
  const seed = randomInt(1, 2 ** 31);
  it(`${title}: ${rounds} rounds (seed ${seed})`, async () => {
    let begun = 0;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const play = await enter(`race-${seed}-${lane}`, createSeededRandom(seed + lane));
        while (begun < rounds) {
          begun += 1;
          await play(begun);
        }
      }),
    );
  });
};
