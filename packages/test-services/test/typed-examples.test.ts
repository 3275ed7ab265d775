import { expect } from 'chai';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exampleOf } from '../src/readme.js';
import { typeErrorsOf } from './rigs/type-errors.js';

const root = new URL('../../../', import.meta.url);

/** What an example leaves to its reader, by its document. */
const given: Readonly<Record<string, string>> = {
  'packages/http-koa/README.md': `declare const application: import('@svc/core').Application;`,
  'docs/adapters.md': `declare const openMyStore: () => Promise<import('@svc/core/ports').BlobStore & import('@svc/conformance').Closable>;`,
};

const documents = [
  ...readdirSync(new URL('packages/', root)).map((name) => `packages/${name}/README.md`),
  'README.md',
  'docs/adapters.md',
].filter((path) => existsSync(new URL(path, root)));

/** Which of its examples: the first one of each, and the program that the top README shows beside the service. */
const examples: readonly (readonly [string, number])[] = [...documents.map((path) => [path, 0] as const), ['README.md', 1]];

const fileOf = async ([path, at]: readonly [string, number]): Promise<readonly [string, string] | undefined> => {
  const document = new URL(path, root);
  const example = await exampleOf(document, at).catch(() => undefined);
  if (example === undefined) return undefined;
  return [fileURLToPath(document).replace(/\.md$/, `.example-${at}.ts`), `${given[path] ?? ''}\n${example}`];
};

describe('the examples of the documents', () => {
  it('are strict TypeScript', async () => {
    const files = (await Promise.all(examples.map(fileOf))).filter((file) => file !== undefined);
    expect(files).to.have.length.greaterThan(15);
    expect(typeErrorsOf(new Map(files))).to.deep.equal([]);
  });
});
