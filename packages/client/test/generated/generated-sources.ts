import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format } from 'oxfmt';
import ts from 'typescript';
import { writeAnswerShapes } from './write-answer-shapes.js';

const description = new URL('../../../../docs/http/openapi.json', import.meta.url);
const folder = new URL('../../src/generated/', import.meta.url);

/** JSON has texts for bytes, which travel as they are. */
const bytes = ts.factory.createTypeReferenceNode('Uint8Array');

const isPatternOnly = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).join() === 'pattern';

/** A type cannot say a pattern: each of several, which are a schema of their own, would be an `unknown`. */
const withoutPatterns = (name: string, value: unknown): unknown => {
  if (name !== 'allOf' || !Array.isArray(value)) return value;
  const others = value.filter((schema) => !isPatternOnly(schema));
  return others.length === 0 ? undefined : others;
};

const writeApiTypes = async (json: string): Promise<string> => {
  const options = {
    immutable: true,
    // A request may leave out what has a default.
    defaultNonNullable: false,
    transform: ({ format: kind }: { readonly format?: string }) => (kind === 'binary' ? bytes : undefined),
  };
  return astToString(await openapiTypescript(JSON.stringify(JSON.parse(json, withoutPatterns)), options));
};

const formatted = async (url: URL, code: string): Promise<{ readonly url: URL; readonly text: string }> => {
  const text = `// Written by \`npm run generate\` from docs/http/openapi.json.\n\n${code}`;
  const { code: laidOut, errors } = await format(fileURLToPath(url), text, { printWidth: 130, singleQuote: true });
  if (errors.length > 0) throw new Error(`${url.href} cannot be formatted: ${JSON.stringify(errors)}`);
  return { url, text: laidOut };
};

/** The sources that are written from the service's description, and what must stand in them. */
export const generatedSources = async () => {
  const json = await readFile(description, 'utf8');
  return [
    await formatted(new URL('api-types.ts', folder), await writeApiTypes(json)),
    await formatted(new URL('answer-shapes.ts', folder), writeAnswerShapes(JSON.parse(json))),
  ];
};
