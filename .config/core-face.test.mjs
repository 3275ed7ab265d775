import { expect } from 'chai';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../.scripts/workspaces.mjs';

const inCore = (path) => join(root, 'packages/core', path);

const start = `
  import type { Application, Caller, RepositoryGrant, SignedIn } from '@svc/core';
  declare const application: Application;
  declare const caller: Caller;
  declare const pull: RepositoryGrant<'repository.pull'>;
`;

/** What somebody who embeds the service may write, beside what the compiler is to refuse. */
const allowed = `application.organizations.create(application.authorize.signedIn(caller), { name: 'Acme' });`;
const refused = {
  'write a grant down': `application.organizations.create({ caller }, { name: 'Acme' });`,
  'copy what it sees of one': `const grant: SignedIn = { ...{ caller: pull.caller } };`,
  'take one for a stronger one': `const push: RepositoryGrant<'repository.push'> = pull;`,
  'import a maker': `import { grantSignedIn } from '@svc/core';`,
  'import a maker out of the package': `import { grantSignedIn } from '@svc/core/src/access/grant.js';`,
};

const files = new Map(
  [allowed, ...Object.values(refused)].map((code, at) => [inCore(`test/strangers-code-${at}.ts`), start + code]),
);

/** Core, by its published entries, and the stranger's files, which are not on the disk. */
const readProgram = () => {
  const { options } = ts.getParsedCommandLineOfConfigFile(join(root, '.config/tsconfig.json'), { noUnusedLocals: false }, ts.sys);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, target) =>
    files.has(name) ? ts.createSourceFile(name, files.get(name), target, true) : getSourceFile(name, target);
  return ts.createProgram([...files.keys()], options, host);
};

describe('the public face of core', () => {
  let program;
  before(function () {
    this.timeout(300_000);
    program = readProgram();
  });

  it('says of every method of every slice what it promises', () => {
    const checker = program.getTypeChecker();
    const module = checker.getSymbolAtLocation(program.getSourceFile(inCore('src/application.ts')));
    const application = checker.getExportsOfModule(module).find(({ name }) => name === 'Application');
    const methods = checker
      .getDeclaredTypeOfSymbol(application)
      .getProperties()
      .flatMap((slice) => {
        const type = checker.getTypeOfSymbol(slice);
        const members = type.getCallSignatures().length > 0 ? [slice] : type.getProperties();
        return members.map((member) => ({ name: `${slice.name}.${member.name}`, says: member.getDocumentationComment(checker) }));
      });
    expect(methods).to.have.lengthOf.above(100);
    expect(methods.filter(({ says }) => says.length === 0).map(({ name }) => name)).to.deep.equal([]);
  });

  it("compiles a stranger's code with a grant of authorize, and with no other", () => {
    const isRefused = [...files.keys()].map((name) => program.getSemanticDiagnostics(program.getSourceFile(name)).length > 0);
    expect(isRefused[0], 'a grant of authorize').to.equal(false);
    expect(Object.keys(refused).filter((_, at) => !isRefused[at + 1])).to.deep.equal([]);
  });
});
