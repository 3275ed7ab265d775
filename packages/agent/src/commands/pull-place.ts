import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nameOfGitPath } from '@svc/core/model';
import { AgentProblem } from '../agent-problem.js';
import type { PullOptions } from '../command-line.js';
import { codeOf } from '../error-code.js';
import { pathOfText } from '../file-system.js';
import { pathFrom, wholePathFrom } from '../path-from.js';
import { createPathFilter } from '../folder/path-filter.js';
import { createOutput, type Output } from '../output/output.js';
import { printable } from '../output/printable.js';
import { createDestination } from '../pull/destination.js';
import { createPullSummary } from '../pull/pull-summary.js';
import { type PlaceDestination, pullTree, type TreePulled } from '../pull/pull-tree.js';
import { parseTreePlace, type TreePlace } from '../tree/tree-place.js';
import type { CommandDependencies } from './command-dependencies.js';
import { isFolder } from './is-folder.js';
import { withService } from './open-service.js';

/** Pulls a folder of the history that is indexed into a folder here, or a file. */
export const pullPlace = (dependencies: CommandDependencies, text: string, options: PullOptions): Promise<void> => {
  const place = parseTreePlace(text, options.ref);
  const isJson = options.json === true;
  return withService(dependencies, options, async (context, terminal) => {
    const output = createOutput(terminal, isJson);
    const isDryRun = options.dryRun === true;
    const summary = createPullSummary(isDryRun);
    const pulling = pullTree(context, {
      place,
      isDryRun,
      filter: createPathFilter(options),
      openDestination: (kind) =>
        kind === 'folder' ? openFolder(place, options, dependencies) : openFile(place, options, dependencies),
    });
    for await (const pulled of pulling) {
      summary.add(pulled);
      tell(output, pulled, { isJson, isDryRun });
      await dependencies.taken();
    }
    output.note(summary.line());
    const problem = summary.problem(options.allowMissing === true);
    if (problem !== undefined) throw problem;
  });
};

/** The path of something below a folder, for people. */
const shownIn =
  (folder: string) =>
  (below: string): string =>
    join(folder, Buffer.from(below, 'latin1').toString());

/** The folder that what is in a folder is written into. */
const openFolder = async (
  { path }: TreePlace,
  { output = '.', force, dryRun }: PullOptions,
  { folder: from, signal }: CommandDependencies,
): Promise<PlaceDestination> => {
  try {
    if (dryRun !== true) await mkdir(pathFrom(from, output), { recursive: true });
  } catch (fault) {
    throw new AgentProblem(`${printable(output)} cannot be a folder (${codeOf(fault)})`);
  }
  const root = pathOfText(wholePathFrom(from, output));
  return {
    destination: createDestination({ root, replaces: force === true, shown: shownIn(output), signal }),
    below: (entry) => entry.path.slice(path === '' ? 0 : path.length + 1),
  };
};

/** A file goes into the folder that is named, or is called as is said. */
const openFile = async (
  { path }: TreePlace,
  { output = '.', force }: PullOptions,
  { folder: from, signal }: CommandDependencies,
): Promise<PlaceDestination> => {
  const isInFolder = path !== '' && (await isFolder(from, output));
  const folder = isInFolder ? output : dirname(output);
  const name = isInFolder ? nameOfGitPath(path) : pathOfText(basename(output));
  const root = pathOfText(wholePathFrom(from, folder));
  return {
    destination: createDestination({ root, replaces: force === true, shown: shownIn(folder), signal }),
    below: () => name,
  };
};

interface Told {
  readonly isJson: boolean;
  readonly isDryRun: boolean;
}

const tell = (output: Output, pulled: TreePulled, { isJson, isDryRun }: Told): void => {
  switch (pulled.kind) {
    case 'commit':
      return;
    case 'pulled':
      output.pulled(pulled.report);
      return;
    case 'foreseen':
      output.foreseen(pulled, 'fetch');
      return;
    case 'present':
      if (isDryRun) output.foreseen(pulled, 'nothing');
      else output.present(pulled);
      return;
    case 'link':
      if (isJson) output.result('', { path: pulled.path, link: pulled.target });
      return;
    case 'unwritable':
      if (isJson) output.result('', { path: pulled.path, left_out: pulled.problem.isInTheWay ? 'in_the_way' : 'unwritable' });
      output.problem(pulled.problem);
      return;
    case 'missing':
      if (isJson) output.result('', { path: pulled.path, left_out: 'not_stored', oid: pulled.oid });
      output.note(`${pulled.path} is not stored`);
      return;
    case 'damaged':
      if (isJson) output.result('', { path: pulled.path, left_out: 'damaged', oid: pulled.oid });
      output.problem(pulled.problem);
      return;
    case 'left_out':
      if (isJson) output.result('', { path: pulled.path, left_out: pulled.why });
      else output.note(`${pulled.path} is left out: ${reasons[pulled.why]}`);
  }
};

const reasons = { submodule: 'it is a submodule', unsafe_link: 'it is a symbolic link that leads outside' } as const;
