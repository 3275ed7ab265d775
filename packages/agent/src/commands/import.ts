import { stat } from 'node:fs/promises';
import { AgentProblem } from '../agent-problem.js';
import type { ImportOptions } from '../command-line.js';
import { createPathFilter } from '../folder/path-filter.js';
import { findPointers } from '../import/find-pointers.js';
import { importFolder } from '../import/import-folder.js';
import { importObjects } from '../import/import-objects.js';
import { createImportSummary } from '../import/import-summary.js';
import type { Imported } from '../import/imported.js';
import { isUrl, openSource } from '../import/open-source.js';
import { openRepository } from '../index-git/open-repository.js';
import { pathFrom } from '../path-from.js';
import { lineAboutFile } from '../output/line-about-file.js';
import { createOutput, type Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createStallTeller } from '../output/stall-teller.js';
import { readSettingSources } from '../settings/read-settings.js';
import { allowsHttp, stallSecondsOf } from '../settings/setting-sources.js';
import { findSharedMode, findStorage, makeTemporaryFolder } from '../transfer/lfs-storage.js';
import type { TransferContext } from '../transfer-context.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

/** Brings over what another Git LFS server has for the repository here, or what is in a folder, and says whether that is all of it. */
export const importAll = (dependencies: CommandDependencies, source: string, options: ImportOptions): Promise<void> =>
  withService(dependencies, { ...options, operation: 'upload' }, async (context, terminal) => {
    const isJson = options.json === true;
    const output = createOutput(terminal, isJson);
    const summary = createImportSummary();
    const importing = isUrl(source) ? fromServer : fromFolder;
    const report = (isCutOff = false): void => {
      if (isJson) output.result('', summary.fields(isCutOff));
      else output.note(summary.line());
    };
    try {
      for await (const imported of importing({ ...dependencies, ...terminal }, context, source, options, output)) {
        summary.add(imported);
        tell(output, imported, { isTerminal: dependencies.isTerminal, isDryRun: options.dryRun === true });
        await dependencies.taken();
      }
    } catch (fault) {
      // What has come over until then is worth a line of its own.
      if (!summary.isEmpty()) report(true);
      throw fault;
    }
    report();
    const problem = summary.problem();
    if (problem !== undefined) throw problem;
  });

type From = (
  dependencies: CommandDependencies,
  context: TransferContext,
  source: string,
  options: ImportOptions,
  output: Output,
) => AsyncGenerator<Imported, void, undefined>;

const fromServer: From = async function* (dependencies, context, source, options) {
  const { folder, environment, stderr, signal, runGit } = dependencies;
  const repository = await openRepository({ folder, environment, signal });
  const settings = await readSettingSources(options, dependencies, runGit);
  const endpoint = await openSource(source, dependencies, {
    allowHttp: allowsHttp(settings),
    stallSeconds: stallSecondsOf(settings),
    onStall: createStallTeller(stderr),
  });
  const hasPatterns = options.include.length + options.exclude.length > 0;
  const pointers = await findPointers(repository, options.ref ?? [], hasPatterns ? createPathFilter(options) : undefined);
  yield* importObjects(context, pointers, {
    source: endpoint,
    temporaryFolder: await makeTemporaryFolder(await findStorage(runGit, folder), await findSharedMode(runGit)),
    isDryRun: options.dryRun === true,
  });
};

const fromFolder: From = ({ folder }, context, source, options, output) =>
  checkedFolder(source, folder, () =>
    importFolder(context, source, {
      filter: createPathFilter(options),
      isDryRun: options.dryRun === true,
      onLeftOut: ({ path, kind }) =>
        output.note(`${path} is ${kind === 'link' ? 'a symbolic link' : 'neither a file nor a folder'}, and left out`),
    }),
  );

async function* checkedFolder(
  source: string,
  from: string | undefined,
  importing: () => AsyncGenerator<Imported, void, undefined>,
): AsyncGenerator<Imported, void, undefined> {
  const facts = await stat(pathFrom(from, source)).catch(() => undefined);
  if (facts?.isDirectory() !== true)
    throw new AgentProblem(`${printable(source)} is neither an http(s) URL nor a folder`, 'setting');
  yield* importing();
}

interface Told {
  readonly isTerminal: boolean;
  readonly isDryRun: boolean;
}

const tell = (output: Output, imported: Imported, { isTerminal, isDryRun }: Told): void => {
  const { kind, object } = imported;
  const would = kind === 'foreseen' ? 'send' : 'nothing';
  const fields = { oid: object.oid, path: object.name, size: object.sizeBytes, outcome: kind, ...(isDryRun ? { would } : {}) };
  switch (imported.kind) {
    case 'present':
      output.quietly(fields);
      return;
    case 'missing':
      output.quietly({ ...fields, why: imported.why });
      output.problem(new AgentProblem(`${printable(object.name)} is missing: ${imported.why}`));
      return;
    case 'imported':
    case 'foreseen':
      output.result(lineAboutFile(imported.object.oid, object.name, isTerminal), fields);
  }
};
