import type { ReasonedKind } from './declared-error.js';
import type { Endpoint } from './endpoint.js';
import { type ErrorCode, errorCodes } from './error-code.js';
import { fieldReasons, problems, reasonMessages } from './error-message.js';
import { markdownTable } from './markdown-table.js';
import { describedErrors } from './openapi-errors.js';

const code = (text: string): string => `\`${text}\``;

const isReasoned = (text: string): text is ReasonedKind => Object.hasOwn(reasonMessages, text);

/** A reason of more operations than this is told without their names. */
const namesShown = 12;

const endpointsWith = (endpoints: readonly Endpoint[], error: string, reason: string): string => {
  const names = endpoints
    .filter((endpoint) =>
      describedErrors(endpoint).some((described) => described.code === error && described.reasons.includes(reason)),
    )
    .map(({ name }) => code(name));
  return names.length > namesShown ? 'nearly every one' : names.join(', ');
};

const reasonsOf = (endpoints: readonly Endpoint[], error: string): readonly string[] => {
  if (!isReasoned(error)) return [];
  const rows = Object.entries(reasonMessages[error]).map(([reason, message]) => [
    code(reason),
    message,
    endpointsWith(endpoints, error, reason),
  ]);
  return ['', markdownTable(['`details.reason`', 'What it means', 'Operations'], rows)];
};

const details: Readonly<Partial<Record<ErrorCode, readonly string[]>>> = {
  bad_request: [
    '`details` has `field`, the path of the value in the request, and `problem`. They are absent when the body ended too early or came too slowly, and when what came was no HTTP request; the status is then 400, 408, 417 or 431.',
    '',
    markdownTable(
      ['`details.problem`', 'The field'],
      Object.entries(problems).map(([problem, says]) => [code(problem), says]),
    ),
    '',
    'Where `details` has a `reason` beside them, it says more:',
    '',
    markdownTable(
      ['`details.reason`', 'What it means'],
      Object.entries(fieldReasons).map(([reason, says]) => [code(reason), says]),
    ),
  ],
  quota_exceeded: ['`details` has `reason`, `limit` and `current`: counts, or bytes for `max_object_size` and `storage_quota`.'],
  forbidden: ['`details` is absent, but for one reason.'],
  not_found: ['`details` is absent, but for what is missing in a Git history.'],
  conflict: [
    '`details` has `reason`. With `already_locked` the answer has the `lock` that takes the path. `tree.finalize` and `uploads.authorize` say by `oid` which object the reason is about. `tree.finalize` says by `pack` which pack is missing or wrong, where it is one, and by `problem` what is wrong with a pack, a chunk map or a manifest, in a word of [the formats](formats.md). Where that is `damaged`, the bytes are no longer those that were sent: sending the same ones again heals them.',
  ],
  rate_limited: ['`details` has `reason`.'],
  unavailable: ['`details` is absent, but for these reasons.'],
};

const section = (
  endpoints: readonly Endpoint[],
  [name, facts]: readonly [string, (typeof errorCodes)[ErrorCode]],
): readonly string[] => {
  const own = Object.entries(details).find(([known]) => known === name)?.[1];
  return [
    `## ${facts.status} ${code(name)}`,
    '',
    `${facts.when} ${facts.remedy}`,
    ...(own === undefined ? [] : ['', ...own]),
    ...reasonsOf(endpoints, name),
    '',
  ];
};

/** Every error code and reason, when they come and what a client does then, as Markdown. */
export const errorsReference = (endpoints: readonly Endpoint[]): string =>
  [
    '# Errors',
    '',
    'Written from the rows of the endpoints and the tables of the errors by `npm run generate --workspace @svc/http-koa`; not to be edited.',
    '',
    'Every error is `{"error": {"code", "message", "request_id", "details"?}}`. Programs read `code` and `details`, which stay; `message` is for people, and',
    "may change. `request_id` is the answer's header `X-Request-Id`. Below `/api/v1/repositories/{repoID}/lfs` the answer has `message` and `request_id` at its",
    'top as well, where Git LFS clients read them. Which codes and reasons an operation answers with which status is part of [its description](http/openapi.json).',
    '',
    'Only 429, 500 and 503 are worth repeating as they are, after the seconds of `Retry-After` where it is given.',
    '',
    ...Object.entries(errorCodes).flatMap((entry) => section(endpoints, entry)),
  ].join('\n');
