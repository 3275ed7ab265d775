import type { Role } from '@svc/core/model';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { seeded, type SeededRandom } from '../../seeded.js';
import type { ApplicationHarness } from '../history.js';
import { type Choice, commandOf } from './rights-commands.js';
import { credentialOf, ladder, mayOnRepository, type RightsModel } from './rights-model.js';
import { rules } from './rights-rules.js';
import { actAs, openRightsApplication, openRightsService, outcomeOf, type RightsService } from './rights-service.js';

/** The roles of the users in each organization at the start: one of each, and strangers. */
const firstRoles: readonly (readonly (Role | undefined)[])[] = [
  ['OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', undefined],
  ['ADMIN', 'OWNER', undefined, undefined, 'BILLING'],
];
const users = 5;
const maxCommands = 100;
/** What fast-check makes of that on average. */
const commandsPerHistory = 50;
const defaultCommands = 1000;
/** A failing history that is being shrunk is told then, before the three hours that `npm run proof` gives a test are over. */
const mostMs = 9_000_000;

const choice: fc.Arbitrary<Choice> = fc.record({
  user: fc.nat(users - 1),
  token: fc.option(fc.nat(5), { nil: undefined, freq: 1 }),
  organization: fc.nat(firstRoles.length - 1),
  repository: fc.nat(3),
  target: fc.nat(users - 1),
  slug: fc.nat(3),
  path: fc.nat(9),
  role: fc.constantFrom('OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER', 'BILLING'),
  level: fc.constantFrom('NONE', 'READ', 'WRITE', 'MAINTAIN', 'ADMIN'),
  visibility: fc.constantFrom('PRIVATE', 'INTERNAL', 'PUBLIC'),
  scopes: fc.subarray(['repo:read', 'repo:write', 'repo:admin', 'org:read', 'usage:read'], { minLength: 1 }),
  flag: fc.boolean(),
});

/** One arbitrary for each time that a kind of command comes in proportion: fast-check picks among them evenly. */
const commands = Object.entries(rules).flatMap(([name, [count, rule]]) =>
  Array.from({ length: count }, () => choice.map((chosen) => commandOf(name, rule, chosen))),
);

const newModel = (): RightsModel => ({
  organizations: firstRoles.map((roles) => new Map(roles.flatMap((role, user) => (role === undefined ? [] : [[user, role]])))),
  repositories: [],
  tokens: [],
  suspended: new Set(),
});

/** Asks for everything that anybody could want of any repository. */
const compare = async (model: RightsModel, service: RightsService): Promise<void> => {
  const actors = [
    ...service.users.map((_, user) => ({ actor: { user }, credential: service.sessions[user] })),
    ...model.tokens.map((token, at) => ({ actor: { user: token.user, token }, credential: service.tokens[at]?.secret })),
  ];
  for (const { actor, credential } of actors) {
    for (const [number, repositoryId] of service.repositories.entries()) {
      for (const permission of ladder) {
        const outcome = outcomeOf(
          await actAs<unknown>(service, credential, (caller) =>
            service.application.authorize.repository(caller, repositoryId, permission),
          ),
        );
        const isGood = credentialOf(model, actor);
        const expected = isGood === 'ok' ? mayOnRepository(model, actor, number, permission) : isGood;
        expect(outcome, `${permission} on ${number} for ${JSON.stringify(actor)}`).to.equal(expected);
      }
    }
  }
};

const live = async (harness: ApplicationHarness, random: SeededRandom): Promise<void> => {
  const opened = openRightsApplication(harness);
  let histories = 0;
  const property = fc.asyncProperty(
    fc.commands<RightsModel, RightsService, true>(commands, { maxCommands, size: 'max' }),
    async (history) => {
      histories += 1;
      const model = newModel();
      const service = await openRightsService(opened, `h${random.seed}-${histories}`, firstRoles);
      await fc.asyncModelRun(() => ({ model, real: service }), history);
      await compare(model, service);
    },
  );
  const numRuns = Math.max(1, Math.round((harness.commands ?? defaultCommands) / commandsPerHistory));
  // Histories that were not played for want of time are no success.
  const plugins = [fc.interruptAfterTimeLimit(mostMs, { failOnInterrupt: true })];
  await fc.assert(property, { seed: random.integer(2 ** 31), numRuns, plugins });
};

/**
 * Random histories of members, roles, levels, visibility, tokens, locks and suspensions, beside a model of plain maps that was written down from the
 * specification: each command comes to what the model says, and in the end everybody may do on every repository what the model says. A failing history is
 * shrunk to a short one.
 */
export const rightsCases = {
  'a random history of an organization': [seeded('gives everybody the rights that a plain model says', live)],
};
