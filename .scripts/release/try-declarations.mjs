import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../workspaces.mjs';

const exampleOfCore = () => {
  const [, example] = /```ts\n([^]*?)```/.exec(readFileSync(join(root, 'packages/core/README.md'), 'utf8'));
  return example;
};

/** What an application may export without a type of its own: what methods of the service answer. */
const inferred = `
import type { Application, Oid, RepositoryGrant } from '@svc/core';

type GrantOf<Act extends (grant: never, ...rest: never[]) => unknown> = Parameters<Act>[0];

export const owner = ({ operator }: Application) => operator.ensureOwner({ email: 'ada@example.org' });
export const written = ({ usage }: Application) => usage.writeDownloads();
export const files = ({ artifacts }: Application, grant: GrantOf<Application['artifacts']['get']>, oid: Oid) => artifacts.get(grant, oid);
export const bill = ({ billing }: Application, grant: GrantOf<Application['billing']['get']>) => billing.get(grant);
export const repository = ({ repositories }: Application, grant: RepositoryGrant<'repository.pull'>) =>
  repositories.get(grant).map(({ id, organizationId }) => ({ id, organizationId }));
`;

/** Beside an Express of theirs, and with every declaration checked. */
const served = `
import type { HttpHandler } from '@svc/http-koa';

export const listener = (handler: HttpHandler) => handler.callback();
`;

/** The files of a stranger, which are compiled with the declarations that their own users read: each inferred type in them has a name. */
export const tryDeclarations = (folder) => {
  const place = join(folder, 'declarations');
  mkdirSync(place);
  const programs = { 'example.mts': exampleOfCore(), 'inferred.mts': inferred, 'inferred.cts': inferred, 'served.mts': served };
  const options = {
    strict: true,
    declaration: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
    typeRoots: [join(folder, 'node_modules/@types')],
  };
  for (const [file, program] of Object.entries(programs)) {
    writeFileSync(join(place, file), program);
    const compiled = ts.createProgram([join(place, file)], options);
    const faults = ts.getPreEmitDiagnostics(compiled);
    if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, ts.createCompilerHost(options)));
  }
  console.log("a stranger's declarations name what is inferred");
};
