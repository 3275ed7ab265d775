import { AgentProblem } from '../agent-problem.js';
import type { PushOptions } from '../command-line.js';
import { createPathFilter } from '../folder/path-filter.js';
import type { RunGit } from '../git/run-git.js';
import { counted } from '../output/counted.js';
import { createOutput, type Output } from '../output/output.js';
import { foreseePush } from '../push/foresee-push.js';
import { type PreviousVersions, versionsOfPath } from '../push/previous-versions.js';
import { pushFiles } from '../push/push-files.js';
import { findSources, type LeftOut, type PushSource } from '../push/push-sources.js';
import { createPushSummary, type PushSummary } from '../push/push-summary.js';
import type { UnreadableFile } from '../push/source-file.js';
import { createVersionsOfName } from '../push/versions-of-name.js';
import type { TransferContext } from '../transfer-context.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

/** What was printed is durable, whatever comes after. */
export const push = (dependencies: CommandDependencies, paths: readonly string[], options: PushOptions): Promise<void> =>
  withService(dependencies, { ...options, operation: 'upload' }, async (context, terminal) => {
    const output = createOutput(terminal, options.json === true);
    const summary = createPushSummary(options.dryRun);
    const onUnreadable = (problem: UnreadableFile): void => {
      summary.unreadable();
      output.problem(problem);
    };
    const { sources, hasFolder } = await findSources(context, paths, {
      filter: createPathFilter(options),
      onLeftOut: leftOutTeller(output, summary, options.json === true),
      onUnreadable,
    });
    await pushAll(context, sources, options, {
      runGit: dependencies.runGit,
      output,
      summary,
      onUnreadable: hasFolder ? onUnreadable : undefined,
    });
    // Where nobody watches, the results of files that are named say it all.
    if (!hasFolder && (dependencies.screen.isTTY === true || options.dryRun === true)) output.note(summary.traffic());
    if (!hasFolder) return;
    output.note(summary.line());
    if (summary.failures > 0) throw new AgentProblem(`${counted(summary.failures, 'file was', 'files were')} not pushed`);
  });

interface Told {
  readonly runGit: RunGit;
  readonly output: Output;
  readonly summary: PushSummary;
  readonly onUnreadable: ((problem: UnreadableFile) => void) | undefined;
}

/** What the history has at its path, and then what the repository has by its name. */
const createVersionsOf = (
  context: TransferContext,
  runGit: RunGit,
): ((path: string, name: string | undefined) => PreviousVersions) => {
  const versionsOfName = createVersionsOfName(context);
  return (path, name) =>
    async function* () {
      yield* versionsOfPath(runGit, path)();
      yield* versionsOfName(name)();
    };
};

const pushAll = async (
  context: TransferContext,
  sources: readonly PushSource[],
  { profile, dryRun }: PushOptions,
  { runGit, output, summary, onUnreadable }: Told,
): Promise<void> => {
  const previousOf = createVersionsOf(context, runGit);
  for (const { paths, nameOf, fileSystem } of sources) {
    const reading = { ...context, fileSystem };
    if (dryRun === true) {
      for await (const file of foreseePush(reading, paths, onUnreadable)) {
        summary.pushed({ sizeBytes: file.sizeBytes, sentBytes: file.isStored ? 0 : file.sizeBytes });
        output.foreseen(file, file.isStored ? 'nothing' : 'send');
      }
      continue;
    }
    for await (const report of pushFiles(reading, paths, { profile, nameOf, previousOf, onUnreadable })) {
      summary.pushed(report);
      output.pushed(report);
    }
  }
};

/** A folder may have very many of them; people read the first ones, and how many there are. */
const mostTold = 10;

const leftOutTeller = (output: Output, summary: PushSummary, asJson: boolean): ((entry: LeftOut) => void) => {
  const told = { link: 0, special: 0 };
  const what = { link: 'a symbolic link', special: 'neither a file nor a folder' };
  return (entry) => {
    const { kind, path } = entry;
    summary.leftOut(entry);
    told[kind] += 1;
    if (asJson) output.result('', { path, left_out: kind });
    else if (told[kind] <= mostTold) output.note(`${path} is ${what[kind]}, and left out`);
  };
};
