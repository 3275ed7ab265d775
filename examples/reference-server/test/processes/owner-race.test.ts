import { rounds } from '@svc/test-services/rounds';
import { expect } from 'chai';
import { setImmediate as nextTick } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiClient } from '../client/api-client.js';
import { read } from '../client/exchange.js';
import { errorAnswer } from '../client/wire.js';
import { itRaces, openRaceTrack, race, type RaceTrack, type Rivals } from './race-track.js';

const partings = rounds({ property: 'of two owners who leave at two servers one stays', test: 15, proof: 1_000 });
const racers = 8;
const lanes = 10;

const meAnswer = z.object({ user: z.object({ id: z.string() }) });

interface Owner {
  readonly id: string;
  readonly rivals: Rivals;
}

/** The ways in which an OWNER stops being one: by themselves or by the other one. */
const departures: readonly ((api: ApiClient, path: string, self: string, other: string) => ReturnType<ApiClient['call']>)[] = [
  (api, path) => api.call('POST', `${path}/leave`),
  (api, path, self) => api.call('PATCH', `${path}/members/${self}`, { role: 'ADMIN' }),
  (api, path, self) => api.call('DELETE', `${path}/members/${self}`),
  (api, path, _self, other) => api.call('PATCH', `${path}/members/${other}`, { role: 'VIEWER' }),
  (api, path, _self, other) => api.call('DELETE', `${path}/members/${other}`),
];

const withoutOwner = `select id from organizations where not exists
  (select 1 from memberships where organization_id = organizations.id and role = 'OWNER')`;

describe('a race of two owners who leave at two servers', () => {
  let track: RaceTrack;
  let owners: readonly [Owner, Owner];
  let isOver = false;
  let looks = 0;
  let watching: Promise<void>;
  before(async () => {
    track = await openRaceTrack();
    const [server] = track.servers;
    await server.command('user', 'add', 'ada@example.org');
    const { stdout } = await server.command('session', 'create', 'ada@example.org');
    const ownerOf = async (rivals: Rivals): Promise<Owner> => {
      const { id } = read(await rivals[0].call('GET', '/users/me'), 200, meAnswer).user;
      return { id, rivals };
    };
    owners = [await ownerOf(track.owner), await ownerOf(track.rivals(stdout.trim()))];
    const watch = async (): Promise<void> => {
      while (!isOver) {
        expect(await track.query(withoutOwner), 'an organization without an OWNER').to.deep.equal([]);
        looks += 1;
        await nextTick();
      }
    };
    watching = watch();
    // It is awaited at the end; until then nobody else hears of its failure.
    watching.catch(() => undefined);
  });
  after(() => track.close());

  itRaces({
    title: `of ${racers} departures of the two one OWNER stays`,
    rounds: partings,
    lanes,
    enter: async (name, random) => {
      const organizationId = await track.newOrganization(name);
      const path = `/organizations/${organizationId}`;
      const join = `insert into memberships (organization_id, user_id, role, joined_at) values ($1, $2, 'OWNER', 0)
        on conflict (organization_id, user_id) do update set role = 'OWNER'`;
      return async () => {
        for (const { id } of owners) await track.query(join, [organizationId, id]);
        const plans = Array.from({ length: racers }, () => random.pick(departures));
        const answers = await race(random, [0, 1], racers, (server, at) => {
          const [self, other] = at % 4 < 2 ? owners : [owners[1], owners[0]];
          const depart = plans[at] ?? random.pick(departures);
          return depart(self.rivals[server === 0 ? 0 : 1], path, self.id, other.id);
        });
        const done = answers.filter(({ status }) => status === 200 || status === 204);
        expect(done).to.not.be.empty;
        for (const answer of answers.filter((each) => each.status >= 300 && each.status !== 403 && each.status !== 404)) {
          expect(read(answer, 409, errorAnswer).error.details).to.deep.equal({ reason: 'last_owner' });
        }
        const left = `select user_id from memberships where organization_id = $1 and role = 'OWNER'`;
        expect(await track.query(left, [organizationId])).to.have.length(1);
      };
    },
  });

  it('is seen by nobody without an OWNER', async () => {
    isOver = true;
    await watching;
    expect(looks).to.be.greaterThan(partings / lanes);
  });
});
