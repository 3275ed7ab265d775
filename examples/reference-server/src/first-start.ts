import type { Application } from '@svc/core';
import type { Config } from './config/config.js';
import { StartProblem } from './start-problem.js';

/**
 * Makes sure that somebody can get in. A configured credential is made valid at each start; without one, the first start makes a credential and
 * `show` gets it, once: plain text for a person, never for a log. Later starts tell how to make another one, for as long as nobody has used the server.
 */
export const letOwnerIn = async (
  application: Application,
  { email, token }: Config['admin'],
  show: (text: string) => void,
): Promise<void> => {
  const ensured = await application.operator.ensureOwner({ email, secret: token });
  if (ensured.isErr()) throw new StartProblem(problemOf(ensured.error));
  const { newSecret } = ensured.value;
  if (newSecret !== undefined) {
    show(`\nThe first user is ${email}, with this credential. It is not shown again:\n\n  ${newSecret}\n\n`);
  } else if (token === undefined && (await isUnused(application))) {
    show(
      `There is no organization yet, and nobody but ${email}. If the credential was not seen, svc-server session create ${email} makes another one.\n`,
    );
  }
};

/** Whether nothing tells that the first user has ever got in: the first start may have been killed between making the credential and showing it. */
const isUnused = async ({ operator }: Application): Promise<boolean> => {
  const users = await operator.listUsers({ limit: 2 });
  const organizations = await operator.listOrganizations({ limit: 1 });
  if (users.isErr() || organizations.isErr()) throw new StartProblem('the database does not answer');
  return users.value.items.length === 1 && organizations.value.items.length === 0;
};

const problemOf = (
  error: { readonly kind: 'bad_request'; readonly field: string } | { readonly kind: 'unavailable' },
): string => {
  if (error.kind === 'unavailable') return 'the database does not answer';
  return error.field === 'email'
    ? 'ADMIN_EMAIL must be an e-mail address'
    : 'ADMIN_TOKEN must be 8 to 255 printable characters without spaces, and not look like an API token or, with OIDC_ISSUER, a JWT';
};
