import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { closedOptions } from './closed-options.mjs';
import { emitDeclarations } from './emit-declarations.mjs';
import { unnamedTypes } from './unnamed-types.mjs';
import { publishedPackages, root } from './workspaces.mjs';

/**
 * The public face of each published package as its declarations say it, without comments: one page a package, one section an entry.
 * `npm run generate` writes the pages into docs/api, and a test compares them, so that a change of a face is seen in review.
 */
export const folder = join(root, 'docs/api');

const declarationOf = (folder, source) => join(folder, relative(root, source)).replace(/\.ts$/, '.d.ts');

const packagesWithEntries = () =>
  publishedPackages()
    .map(({ folder: home, manifest }) => ({
      home,
      manifest,
      entries: Object.entries(manifest.exports ?? {}).filter(([, { source }]) => source),
    }))
    .filter(({ entries }) => entries.length > 0);

/** The file of the declarations below `folder` that `name` stands for in one of them, unless it is a library's. */
const createResolver = (folder) => {
  const files = new Map(
    packagesWithEntries().flatMap(({ home, manifest, entries }) =>
      entries.map(([name, { source }]) => [join(manifest.name, name), declarationOf(folder, join(home, source))]),
    ),
  );
  return (name, from) => (name.startsWith('.') ? join(dirname(from), name.replace(/\.js$/, '.d.ts')) : files.get(name));
};

/** Of the declarations alone, without a library: what is exported is asked for, and never what a type comes to. */
const readProgram = (folder, entries) => {
  const options = { noLib: true, types: [] };
  const resolve = createResolver(folder);
  const resolution = (resolvedFileName) => resolvedFileName && { resolvedFileName, extension: ts.Extension.Dts };
  return ts.createProgram(entries, options, {
    ...ts.createCompilerHost(options),
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: resolution(resolve(text, from)) })),
  });
};

/** The statements of a file of declarations that declare a name. */
const declarationsOf = (source, name) =>
  source.statements
    .filter((statement) =>
      statement.name
        ? statement.name.text === name
        : statement.declarationList?.declarations.some((declaration) => declaration.name.getText() === name),
    )
    .map((statement) => statement.getText());

const layOut = async (name, text) => {
  const { code, errors } = await format(name, text, { printWidth: 130, singleQuote: true });
  if (errors.length > 0) throw new Error(`${name} cannot be formatted: ${JSON.stringify(errors)}`);
  return code;
};

const sectionOf = async (program, title, entry) => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
  if (!module) throw new Error(`${title} exports nothing`);
  const exported = checker.getExportsOfModule(module).sort((one, other) => (one.name < other.name ? -1 : 1));
  const declared = exported.map((symbol) => {
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = original.declarations ?? [];
    const texts = declaration ? declarationsOf(declaration.getSourceFile(), original.name) : [];
    if (texts.length === 0) throw new Error(`${title} exports ${symbol.name}, which has no declaration`);
    const renamed = symbol.name === original.name ? '' : `// as ${symbol.name}\n`;
    return renamed + texts.map((text) => text.replace(/^export (declare )?/, '')).join('\n');
  });
  const code = await layOut(`${title}.d.ts`, declared.join('\n'));
  return `## ${title}\n\n${exported.length} exports.\n\n\`\`\`ts\n${code}\`\`\`\n`;
};

const pagesOf = async (program, folder) => {
  const pages = new Map();
  for (const { home, manifest, entries } of packagesWithEntries()) {
    const sections = await Promise.all(
      entries.map(([name, { source }]) =>
        sectionOf(program, join(manifest.name, name), declarationOf(folder, join(home, source))),
      ),
    );
    const page = `# The public face of ${manifest.name}\n\nWritten by \`npm run generate\`.\n\n${sections.join('\n')}`;
    const name = `${manifest.name.replace('@svc/', '')}.md`;
    pages.set(name, await layOut(name, page));
  }
  return pages;
};

/** Their types are looked up in one interface by keys, and spelled out by a compiler: what the description of the API says, and the columns of tables. */
const lookedUp = new Set(['@svc/client', '@svc/persistence-sql']);

const unnamedIn = (program, folder) =>
  packagesWithEntries().flatMap(({ home, manifest, entries }) => {
    if (lookedUp.has(manifest.name)) return [];
    const files = entries.map(([, { source }]) => declarationOf(folder, join(home, source)));
    const own = declarationOf(folder, join(home, 'src/'));
    return unnamedTypes(program, files, (file) => file.startsWith(own)).map((name) => `${name} of ${manifest.name}`);
  });

/** Its options are those of the adapters of databases, which set each. */
const setByAdapters = new Set(['@svc/persistence-sql']);

const closedIn = (program, folder) =>
  packagesWithEntries().flatMap(({ home, manifest, entries }) => {
    if (setByAdapters.has(manifest.name)) return [];
    const files = entries.map(([, { source }]) => declarationOf(folder, join(home, source)));
    return closedOptions(program, files).map((name) => `${name} of ${manifest.name}`);
  });

/** The pages by file name, the types that a package leads to without a name for them, and the options that may be left out and may not be undefined. */
export const apiReports = async () => {
  const declarations = mkdtempSync(join(tmpdir(), 'svc-declarations-'));
  try {
    // Types are checked elsewhere. On one thread the compiler takes three quarters of the processor time, and half a second more.
    await emitDeclarations(declarations, ['--noCheck', '--removeComments', '--singleThreaded']);
    const files = packagesWithEntries().flatMap(({ home, entries }) =>
      entries.map(([, { source }]) => declarationOf(declarations, join(home, source))),
    );
    const program = readProgram(declarations, files);
    const [unnamed, closed] = [unnamedIn(program, declarations), closedIn(program, declarations)];
    return { pages: await pagesOf(program, declarations), unnamed, closed };
  } finally {
    rmSync(declarations, { recursive: true });
  }
};

if (process.argv[1] === import.meta.filename) {
  await mkdir(folder, { recursive: true });
  for (const [name, page] of (await apiReports()).pages) await writeFile(join(folder, name), page);
}
