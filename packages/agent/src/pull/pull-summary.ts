import type { Oid } from '@svc/core';
import { AgentProblem } from '../agent-problem.js';
import { counted } from '../output/counted.js';
import { createTrafficLine } from '../output/traffic-line.js';
import { mostWrittenFiles, type TreePulled } from './pull-tree.js';

/** Counts what a pull of a folder has come to. */
export interface PullSummary {
  add(pulled: TreePulled): void;
  /** For people. */
  line(): string;
  /** Why the command has not done all that it was to do; undefined where it has. */
  problem(allowMissing: boolean): AgentProblem | undefined;
}

const idDigits = 10;

/** `isDryRun`: nothing is fetched, and told what would be. */
export const createPullSummary = (isDryRun = false): PullSummary => {
  const counts = {
    pulled: 0,
    foreseen: 0,
    present: 0,
    link: 0,
    submodule: 0,
    unsafe_link: 0,
    missing: 0,
    damaged: 0,
    unwritable: 0,
  };
  const traffic = createTrafficLine(isDryRun ? 'would receive at most' : 'received');
  /** What comes once, and is copied from then on. */
  const here = new Set<Oid>();
  let commit = '';
  const some = (...parts: readonly (readonly [number, string, string?])[]): readonly string[] =>
    parts.flatMap(([count, one, many]) => (count === 0 ? [] : [counted(count, one, many)]));
  return {
    add: (pulled) => {
      if (pulled.kind === 'commit') commit = pulled.id;
      else if (pulled.kind === 'left_out') counts[pulled.why] += 1;
      else counts[pulled.kind] += 1;
      if (pulled.kind === 'pulled') traffic.add(pulled.report.receivedBytes, pulled.report.sizeBytes);
      if (pulled.kind !== 'foreseen' && pulled.kind !== 'present') return;
      traffic.add(pulled.kind === 'present' || here.has(pulled.oid) ? 0 : pulled.sizeBytes, pulled.sizeBytes);
      if (isDryRun && here.size < mostWrittenFiles) here.add(pulled.oid);
    },
    line: () => {
      const written = [
        isDryRun ? `${counts.foreseen} would be fetched` : `${counts.pulled} fetched`,
        `${counts.present} already there`,
        ...some([counts.link, 'symbolic link']),
      ];
      const leftOut = some(
        [counts.missing, 'file that is not stored', 'files that are not stored'],
        [counts.damaged, 'file that is damaged', 'files that are damaged'],
        [counts.unwritable, 'file that could not be written', 'files that could not be written'],
        [counts.unsafe_link, 'symbolic link that leads outside', 'symbolic links that lead outside'],
        [counts.submodule, 'submodule'],
      );
      const end = leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`;
      return `${counted(counts.pulled + counts.foreseen + counts.present, 'file')} of ${commit.slice(0, idDigits)}: ${written.join(', ')}${end}; ${traffic.text()}`;
    },
    problem: (allowMissing) => {
      const missing = allowMissing ? 0 : counts.missing;
      const reasons = some(
        [missing, 'file is not stored', 'files are not stored'],
        [counts.damaged, 'file is damaged', 'files are damaged'],
        [counts.unwritable, 'file was not written', 'files were not written'],
      );
      return reasons.length === 0 ? undefined : new AgentProblem(reasons.join(', '));
    },
  };
};
