import type { OverrideLevel, RepositoryVisibility, Role } from '@svc/core/model';
import { expect } from 'chai';
import type { AsyncCommand } from 'fast-check';
import type { ResultAsync } from 'neverthrow';
import type { Caller } from '@svc/core';
import {
  credentialOf,
  type ModelActor,
  type ModelRepository,
  type ModelScope,
  type ModelToken,
  type Outcome,
  type RightsModel,
} from './rights-model.js';
import { actAs, outcomeOf, type RightsService } from './rights-service.js';

/** Numbers that name what there is: who acts, and on what. Each is taken modulo how many there are. */
export interface Choice {
  readonly user: number;
  /** The user acts with this token of theirs instead of their session, where they have one and this is a number. */
  readonly token: number | undefined;
  readonly organization: number;
  readonly repository: number;
  readonly target: number;
  readonly slug: number;
  readonly path: number;
  readonly role: Role;
  readonly level: OverrideLevel;
  readonly visibility: RepositoryVisibility;
  readonly scopes: readonly ModelScope[];
  readonly flag: boolean;
}

/** A choice that was looked up in the model. */
export interface Chosen extends Choice {
  readonly actor: ModelActor;
  readonly credential: string | undefined;
}

/** One kind of command: what the model makes of it, and what the service does. */
export interface Rule {
  /** What comes of it; the model is as it is afterwards. */
  readonly expected: (model: RightsModel, chosen: Chosen) => Outcome;
  readonly act: (service: RightsService, chosen: Chosen) => Promise<Outcome>;
}

const pickToken = (model: RightsModel, user: number, token: number | undefined): number | undefined => {
  if (token === undefined) return undefined;
  const own = model.tokens.flatMap((one, at) => (one.user === user ? [at] : []));
  return own[token % Math.max(1, own.length)];
};

/** Makes numbers of the choice that there are. Nobody has made a repository yet: then it names one that is not there. */
const chosenOf = (model: RightsModel, service: RightsService, choice: Choice): Chosen => {
  const user = choice.user % service.users.length;
  const at = pickToken(model, user, choice.token);
  const token: ModelToken | undefined = at === undefined ? undefined : model.tokens[at];
  return {
    ...choice,
    user,
    target: choice.target % service.users.length,
    organization: choice.organization % service.organizations.length,
    repository: choice.repository % Math.max(1, model.repositories.length),
    actor: token === undefined ? { user } : { user, token },
    credential: at === undefined ? service.sessions[user] : service.tokens[at]?.secret,
  };
};

export const repositoryAt = (model: RightsModel, number: number): ModelRepository => {
  const repository = model.repositories[number];
  if (repository === undefined) throw new Error('invariant: the model has just looked at it');
  return repository;
};

/** A rule for somebody with a credential: one that is no good is refused before anything else. */
export const byCaller = (
  expected: (model: RightsModel, chosen: Chosen) => Outcome,
  act: (service: RightsService, chosen: Chosen, caller: Caller) => ResultAsync<unknown, { readonly kind: string }>,
): Rule => ({
  expected: (model, chosen) => {
    const credential = credentialOf(model, chosen.actor);
    return credential === 'ok' ? expected(model, chosen) : credential;
  },
  act: async (service, chosen) =>
    outcomeOf(await actAs<unknown>(service, chosen.credential, (caller) => act(service, chosen, caller))),
});

/** A command of fast-check: service and model must come to the same. */
export const commandOf = (name: string, rule: Rule, choice: Choice): AsyncCommand<RightsModel, RightsService, true> => ({
  check: () => Promise.resolve(true),
  run: async (model, service) => {
    const chosen = chosenOf(model, service, choice);
    const outcome = await rule.act(service, chosen);
    expect(outcome, `${name} ${JSON.stringify({ ...chosen, credential: undefined })}`).to.equal(rule.expected(model, chosen));
  },
  toString: () => `${name}(${JSON.stringify(choice)})`,
});
