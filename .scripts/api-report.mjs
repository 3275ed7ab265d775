import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { publishedPackages, root } from './workspaces.mjs';

/**
 * The public face of each published package as its declarations say it, without comments: one page a package, one section an entry.
 * `npm run generate` writes the pages into docs/api, and a test compares them, so that a change of a face is seen in review.
 */
export const folder = join(root, 'docs/api');

const readProgram = () => {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, '.config/tsconfig.json'),
    { declaration: true, emitDeclarationOnly: true, noEmit: false, removeComments: true, noCheck: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (fault) => {
        throw new Error(String(fault.messageText));
      },
    },
  );
  const files = config.fileNames.filter((name) => name.includes('/src/'));
  return ts.createProgram(files, config.options);
};

/** The statements of a file's declarations, by the names that they declare. */
const createDeclarations = (program) => {
  const read = new Map();
  const parse = (source) => {
    let text = '';
    program.emit(
      source,
      (_, emitted) => {
        text = emitted;
      },
      undefined,
      true,
    );
    const statements = new Map();
    const parsed = ts.createSourceFile('declarations.d.ts', text, ts.ScriptTarget.Latest, true);
    for (const statement of parsed.statements) {
      const names = statement.name
        ? [statement.name.text]
        : (statement.declarationList?.declarations.map(({ name }) => name.getText()) ?? []);
      for (const name of names) statements.set(name, [...(statements.get(name) ?? []), statement.getText()]);
    }
    return statements;
  };
  return (source, name) => {
    if (!read.has(source)) read.set(source, parse(source));
    return read.get(source).get(name) ?? [];
  };
};

const layOut = async (name, text) => {
  const { code, errors } = await format(name, text, { printWidth: 130, singleQuote: true });
  if (errors.length > 0) throw new Error(`${name} cannot be formatted: ${JSON.stringify(errors)}`);
  return code;
};

const sectionOf = async (program, declarationsOf, title, entry) => {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
  if (!module) throw new Error(`${relative(root, entry)} exports nothing`);
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

/** The pages by file name. */
export const apiReports = async () => {
  const program = readProgram();
  const declarationsOf = createDeclarations(program);
  const pages = new Map();
  for (const { folder: home, manifest } of publishedPackages()) {
    const entries = Object.entries(manifest.exports ?? {}).filter(([, entry]) => entry.source);
    const sections = await Promise.all(
      entries.map(([name, { source }]) => sectionOf(program, declarationsOf, join(manifest.name, name), join(home, source))),
    );
    if (sections.length === 0) continue;
    const page = `# The public face of ${manifest.name}\n\nWritten by \`npm run generate\`.\n\n${sections.join('\n')}`;
    const name = `${manifest.name.replace('@svc/', '')}.md`;
    pages.set(name, await layOut(name, page));
  }
  return pages;
};

if (process.argv[1] === import.meta.filename) {
  await mkdir(folder, { recursive: true });
  for (const [name, page] of await apiReports()) await writeFile(join(folder, name), page);
}
