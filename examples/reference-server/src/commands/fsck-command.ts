import type { CheckedStorage, ReadSubset } from '@svc/core';
import { type Finding, withoutUnprintable } from '@svc/core/model';
import { type Command, CommanderError } from 'commander';
import { couldNotRun } from '../fsck.js';
import { StartProblem } from '../start-problem.js';
import type { CommandLineHost } from './command-line-host.js';

const wrongSubset = new StartProblem('--read-data takes nothing, a part such as 3/10, or a share such as 5%', couldNotRun);

/** What `--read-data` names: everything, one of so many parts, or a share that is another one each time. */
const subsetOf = (text: string | boolean | undefined, seed: () => string): ReadSubset | undefined => {
  if (text === undefined || text === false) return undefined;
  if (text === true) return { kind: 'all' };
  const [, part, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (part !== undefined && of !== undefined && part >= 1 && part <= of) return { kind: 'part', part, of };
  const percent = Number(/^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text)?.[1]);
  if (percent > 0 && percent <= 100) return { kind: 'share', percent, seed: seed() };
  throw wrongSubset;
};

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const onWire = (fields: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]: [string, unknown]) => [wireName(name), value]));

const jsonOf = ({ kind, ...facts }: Finding): string => JSON.stringify({ finding: kind, ...onWire(facts) });

/** The place at the end, where it is not long in the way of the rest. */
const textOf = ({ kind, ...facts }: Finding): string => {
  const { key, ...others }: Readonly<Record<string, string | number | boolean | undefined>> = facts;
  const told = Object.entries(others)
    .filter(([name]) => key === undefined || name !== 'repositoryId')
    .map(([name, value]) => `${wireName(name)}=${value}`);
  return [kind, ...told, ...(key === undefined ? [] : [key])].join('  ');
};

const sumOf = ({ findings }: CheckedStorage): number => Object.values(findings).reduce((sum, count) => sum + count, 0);

const summaryOf = (checked: CheckedStorage): string => {
  const { organizations, repositories, objects, files, blobsRead, bytesRead, noted, healed } = checked;
  const looked = `looked at ${organizations} organizations, ${repositories} repositories, ${objects} objects and ${files} files of chunk trees`;
  const read = `read ${blobsRead} blobs, ${bytesRead} bytes`;
  const repaired = noted + healed > 0 ? `; noted ${noted} as damaged, ${healed} as sound again` : '';
  return `${looked}; ${read}; ${sumOf(checked)} findings${repaired}`;
};

interface FsckOptions {
  readonly readData?: string | boolean;
  readonly json?: boolean;
  readonly repair?: boolean;
}

export const addFsckCommand = (program: Command, { fsck, say, setExitCode, newSeed }: CommandLineHost): void => {
  program
    .command('fsck')
    .description('check whether database and storage agree; ends with 0 when they do, 1 when not, 2 when that cannot be told')
    .option('--read-data [subset]', 'read every byte; of a part such as 3/10, or a random share such as 5%')
    .option('--json', 'one JSON object a line: each finding, and a summary at the end')
    .option('--repair', 'note what is damaged, so that clients send it again, and what is sound again')
    .exitOverride((fault) => {
      throw new CommanderError(fault.exitCode === 0 ? 0 : couldNotRun, fault.code, fault.message);
    })
    .action(async ({ readData, json = false, repair = false }: FsckOptions) => {
      const sayLine = (line: string): void => say(withoutUnprintable(line, () => '?'));
      const checked = await fsck({
        readData: subsetOf(readData, newSeed),
        repairs: repair,
        onFinding: (finding) => sayLine(json ? jsonOf(finding) : textOf(finding)),
      });
      sayLine(json ? JSON.stringify({ summary: onWire(checked) }) : summaryOf(checked));
      if (sumOf(checked) > 0) setExitCode(1);
    });
};
