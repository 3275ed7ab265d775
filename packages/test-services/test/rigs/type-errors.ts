import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const settingsFile = fileURLToPath(new URL('../../../../tsconfig.base.json', import.meta.url));

/** As strict as the repository's own code; an example may show something that it does not use. */
const strictOptions = (): ts.CompilerOptions => ({
  ...ts.parseJsonConfigFileContent(ts.readConfigFile(settingsFile, ts.sys.readFile).config, ts.sys, '.', { files: [] }).options,
  noUnusedLocals: false,
  noUnusedParameters: false,
});

/** What the compiler has against files that are on no disk, by their paths. */
export const typeErrorsOf = (files: ReadonlyMap<string, string>): readonly string[] => {
  const options = strictOptions();
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path) ?? disk.readFile(path),
    getSourceFile: (path, target, ...rest) => {
      const text = files.get(path);
      return text === undefined ? disk.getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const examples = [...files.keys()].flatMap((path) => program.getSourceFile(path) ?? []);
  return examples
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
};
