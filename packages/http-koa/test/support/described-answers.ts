import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/endpoint/openapi.js';
import { endpoints } from '../../src/endpoints/index.js';

const document = openApiDocument(endpoints);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'document');

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
const keysOf = (value: unknown): readonly string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

type Pointer = readonly string[];

const fragmentOf = (pointer: Pointer): string =>
  `#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Where a value of the description really stands, behind its reference. */
const followed = (pointer: Pointer): Pointer => {
  const reference = at(pointer.reduce<unknown>(at, document), '$ref');
  return typeof reference === 'string' ? reference.replace('#/', '').split('/') : pointer;
};

const paths = keysOf(document['paths']).map((path) => ({
  path,
  literals: path.split('/').filter((segment) => !segment.startsWith('{')).length,
  pattern: new RegExp(
    `^${path.replace(/\{(\w+)\}/g, (_all, name: string) => (/^(?:path|wildcard)$/.test(name) ? '.+' : '[^/]+'))}$`,
  ),
}));
// A literal goes before a parameter, as in the router.
paths.sort((one, other) => other.literals - one.literals);

/** What of the description a path is, by the path: most tests ask for few paths, and often. Those of the fuzzer are many, and not kept. */
const describedPaths = new Map<string, string | undefined>();
const maxDescribedPaths = 10_000;

const describedPathOf = (path: string): string | undefined => {
  if (describedPaths.has(path)) return describedPaths.get(path);
  const described = paths.find(({ pattern }) => pattern.test(path))?.path;
  if (describedPaths.size < maxDescribedPaths) describedPaths.set(path, described);
  return described;
};

/** The operation that answers a request, as a place in the description; undefined for a path or a method that has none. */
export const operationOf = (method: string, target: string): Pointer | undefined => {
  const [path = ''] = target.split('?');
  const described = describedPathOf(path);
  const pointer = ['paths', described ?? '', method.toLowerCase()];
  return pointer.reduce<unknown>(at, document) === undefined ? undefined : pointer;
};

const validators = new Map<string, ValidateFunction>();

/** What the schema at a place finds wrong with a value; undefined when it is right. */
export const problemOf = (pointer: Pointer, value: unknown): string | undefined => {
  const fragment = fragmentOf(pointer);
  const validate = validators.get(fragment) ?? ajv.compile({ $ref: `document${fragment}` });
  validators.set(fragment, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
};

/** Where the answer of a status is described: under its own name, or else under `default`. */
const answerOf = (operation: Pointer, status: number): Pointer => {
  const responses = [...operation, 'responses'];
  const known = at(responses.reduce<unknown>(at, document), String(status)) !== undefined;
  return followed([...responses, known ? String(status) : 'default']);
};

/** What the description does not allow of an answer's body of JSON; undefined when it does, and for what no operation answers. */
export const undescribed = (
  method: string,
  target: string,
  { status, contentType, json }: { readonly status: number; readonly contentType: string; readonly json: unknown },
): string | undefined => {
  const operation = operationOf(method, target);
  if (operation === undefined || json === undefined) return undefined;
  const content = [...answerOf(operation, status), 'content', contentType];
  if (content.reduce<unknown>(at, document) === undefined) return `${method} ${target} answers ${status} as ${contentType}`;
  const problem = problemOf([...content, 'schema'], json);
  return problem === undefined ? undefined : `${method} ${target} answers ${status} with what is not described: ${problem}`;
};
