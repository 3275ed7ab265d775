import type { Endpoint } from './endpoint.js';
import { bytesType, speaksLfs } from './media-type.js';
import { conditions, headersOf, type HeaderComponent, type Json, rangeParameters } from './openapi-headers.js';
import { byteRange } from './reply.js';
import { routeParts } from './route.js';

const content = { [bytesType]: { schema: { type: 'string', format: 'binary' } } };

/** The body of a request that is bytes. */
export const bytesBody: Json = {
  description:
    'The bytes. Their number is sent as Content-Length; Content-Range, If-Match and If-None-Match are refused, since a file is stored as a whole.',
  required: true,
  content,
};

// RFC 9110, 14.2: a range is for GET.
const takesRange = ({ route }: Endpoint): boolean => route.startsWith('GET ');

const isOfTree = ({ route, base }: Endpoint): boolean => speaksLfs(routeParts(route, base ?? 'api').path);

/** The header fields that a request for bytes may have. */
export const byteParameters = (endpoint: Endpoint): readonly Json[] => {
  if (!Object.values(endpoint.output).includes(byteRange)) return [];
  return takesRange(endpoint) ? [...rangeParameters(isOfTree(endpoint)), ...conditions] : conditions;
};

/** The answers of a row that answers bytes. */
export const byteAnswers = (endpoint: Endpoint, status: string): Json => {
  const isTree = isOfTree(endpoint);
  const all: readonly HeaderComponent[] = ['ContentLength', 'AcceptRanges', 'ETag', ...(isTree ? (['State'] as const) : [])];
  const notModified = { 304: { description: 'The bytes are those that If-None-Match names.', ...headersOf('ETag') } };
  if (!takesRange(endpoint)) {
    return { [status]: { description: 'The number of bytes, as Content-Length.', ...headersOf(...all) }, ...notModified };
  }
  return {
    [status]: { description: 'The bytes.', ...headersOf(...all), content },
    206: {
      description: isTree
        ? 'The bytes of one range; of a pack those of several, as multipart/byteranges without Content-Range where Accept names that type.'
        : 'The bytes of one range.',
      ...headersOf('ContentRange', ...all),
      content: isTree ? { ...content, 'multipart/byteranges': content[bytesType] } : content,
    },
    ...notModified,
  };
};
