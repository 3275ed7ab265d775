import { organization } from '../endpoint/access.js';
import { json } from '../endpoint/body.js';
import { endpoint } from '../endpoint/endpoint.js';
import { empty, reply, replyEmpty } from '../endpoint/reply.js';
import { pageQuery } from '../schemas/parameters.js';
import { createdTokenReply, createTokenBody, tokensReply, tokenView } from '../schemas/token.js';

/** Spec 4.7. */
export const tokenEndpoints = [
  endpoint({
    name: 'tokens.list',
    summary: "The organization's API tokens, without their secrets",
    route: 'GET /organizations/{orgID}/tokens',
    access: organization('tokens.create'),
    query: pageQuery,
    output: { 200: tokensReply },
    errors: ['unavailable'],
    handle: ({ application, grant, query }) =>
      application.tokens
        .list(grant, query)
        .map(({ items, nextCursor }) => reply(200, { tokens: items.map(tokenView), next_cursor: nextCursor })),
  }),
  endpoint({
    name: 'tokens.create',
    summary: 'Create an API token; the answer shows its secret, this once',
    route: 'POST /organizations/{orgID}/tokens',
    access: organization('tokens.create'),
    body: json(createTokenBody),
    output: { 201: createdTokenReply },
    errors: ['bad_request', 'not_found', 'forbidden', 'quota_exceeded:max_tokens', 'unavailable'],
    handle: ({ application, grant, body }) =>
      application.tokens
        .create(grant, {
          name: body.name,
          kind: body.kind ?? 'PAT',
          scopes: body.scopes,
          repositoryId: body.repository_id,
          expiresInDays: body.expires_in_days,
        })
        .map(({ token, secret }) => reply(201, { token: tokenView(token), secret })),
  }),
  endpoint({
    name: 'tokens.revoke',
    summary: 'Revoke an API token; it is refused from the next request on',
    route: 'DELETE /organizations/{orgID}/tokens/{tokenID}',
    access: organization('tokens.revoke'),
    output: { 204: empty },
    errors: ['not_found', 'forbidden', 'unavailable'],
    handle: ({ application, grant, params }) => application.tokens.revoke(grant, params.tokenID).map(() => replyEmpty(204)),
  }),
];
