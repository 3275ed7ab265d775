import { type DescribedError, describedErrorSchema } from '../schemas/error.js';
import { codeAndReason } from './declared-error.js';
import type { Endpoint } from './endpoint.js';
import { type ErrorCode, errorCodes } from './error-code.js';
import { inlineSchema, reference } from './json-schemas.js';
import { jsonType, lfsType, speaksLfs } from './media-type.js';
import { answerExample, errorExample, exampleOf, type Examples } from './openapi-examples.js';
import { headersOf, type HeaderComponent, type Json } from './openapi-headers.js';
import { possibleErrors, reasonsAnywhere } from './possible-errors.js';
import { routeParts } from './route.js';

const headersOfCode: Readonly<Partial<Record<ErrorCode, readonly HeaderComponent[]>>> = {
  unauthorized: ['Challenge'],
  range_not_satisfiable: ['AcceptRanges', 'ContentRange'],
  rate_limited: ['RetryAfter'],
  unavailable: ['RetryAfter'],
};

const response = (error: DescribedError, isLfs: boolean, example: unknown): Json => ({
  description: errorCodes[error.code].when,
  ...headersOf(
    ...(headersOfCode[error.code] ?? []),
    ...(isLfs && error.code === 'unauthorized' ? (['LfsChallenge'] as const) : []),
  ),
  content: {
    [isLfs ? lfsType : jsonType]: { schema: inlineSchema('output', describedErrorSchema(error, isLfs)), ...exampleOf(example) },
  },
});

/** The errors that many endpoints answer in the same way: each is one component of the description. */
const shared: readonly DescribedError[] = [
  ...(
    [
      'bad_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'precondition_failed',
      'payload_too_large',
      'range_not_satisfiable',
      'internal',
    ] as const
  ).map((code) => ({ code, reasons: [], isBare: true })),
  { code: 'unavailable', reasons: [...reasonsAnywhere], isBare: true },
  { code: 'rate_limited', reasons: ['request_rate'], isBare: false },
];

const componentName = (code: ErrorCode, isLfs: boolean): string => {
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [isLfs ? 'Lfs' : '', ...words].join('');
};

const isShared = ({ code, reasons }: DescribedError): boolean =>
  shared.some((one) => one.code === code && one.reasons.join() === reasons.join());

const otherError = (isLfs: boolean): Json => ({
  description: 'Any other error: a path answers 405 to the methods that it does not take.',
  ...headersOf('Allow'),
  content: { [isLfs ? lfsType : jsonType]: { schema: reference(isLfs ? 'LfsError' : 'Error') } },
});

/** What stands under `components.responses`. */
export const errorResponses = (examples: Examples): Json =>
  Object.fromEntries(
    [false, true].flatMap((isLfs) => [
      ...shared.map((error): readonly [string, Json] => {
        const example = errorExample(examples, errorCodes[error.code].status, isLfs);
        return [componentName(error.code, isLfs), response(error, isLfs, example)];
      }),
      [isLfs ? 'LfsOtherError' : 'OtherError', otherError(isLfs)] as const,
    ]),
  );

/** Every error of a row by its code, with the reasons that it can have there. */
export const describedErrors = (endpoint: Endpoint): readonly DescribedError[] => {
  const errors = new Map<ErrorCode, DescribedError>();
  for (const declared of [...possibleErrors(endpoint), 'internal'] as const) {
    const { code, reason } = declared === 'internal' ? { code: declared, reason: undefined } : codeAndReason(declared);
    const { reasons, isBare } = errors.get(code) ?? { reasons: [], isBare: false };
    errors.set(code, {
      code,
      reasons: reason === undefined ? reasons : [...reasons, reason],
      isBare: isBare || reason === undefined,
    });
  }
  return [...errors.values()];
};

/** The error answers of a row, by their status. */
export const errorsOf = (endpoint: Endpoint, examples: Examples): Json => {
  const isLfs = speaksLfs(routeParts(endpoint.route, endpoint.base ?? 'api').path);
  const described = describedErrors(endpoint)
    .filter(({ code }) => !(errorCodes[code].status in endpoint.output))
    .map((error): [number, Json] => {
      const { status } = errorCodes[error.code];
      if (isShared(error)) return [status, { $ref: `#/components/responses/${componentName(error.code, isLfs)}` }];
      return [status, response(error, isLfs, answerExample(examples, endpoint.name, status))];
    });
  return { ...Object.fromEntries(described), default: { $ref: `#/components/responses/${isLfs ? 'Lfs' : ''}OtherError` } };
};
