import { fileURLToPath } from 'node:url';
import { API } from 'typescript-native/unstable/sync';

const settingsFile = fileURLToPath(new URL('../../../../tsconfig.base.json', import.meta.url));
const projectFile = fileURLToPath(new URL('../../../../tsconfig.examples.json', import.meta.url));

/** As strict as the repository's own code; an example may show something that it does not use. */
const projectOf = (paths: readonly string[]): string =>
  JSON.stringify({
    extends: settingsFile,
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    files: paths,
  });

/** What the compiler has against files that are on no disk, by their paths. */
export const typeErrorsOf = (files: ReadonlyMap<string, string>): readonly string[] => {
  const texts = new Map([...files, [projectFile, projectOf([...files.keys()])]]);
  const compiler = new API({
    fs: { readFile: (path) => texts.get(path), fileExists: (path) => (texts.has(path) ? true : undefined) },
  });
  try {
    const project = compiler.updateSnapshot({ openProjects: [projectFile] }).getProject(projectFile);
    if (project === undefined) throw new Error('the compiler does not open the project of the examples');
    const { program } = project;
    const errors = [...files.keys()].flatMap((path) => [
      ...program.getSyntacticDiagnostics(path),
      ...program.getSemanticDiagnostics(path),
    ]);
    return [...program.getConfigFileParsingDiagnostics(), ...errors].map(({ fileName, text }) => `${fileName}: ${text}`);
  } finally {
    compiler.close();
  }
};
