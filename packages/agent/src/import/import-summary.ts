import { AgentProblem } from '../agent-problem.js';
import { counted } from '../output/counted.js';
import { secondsText, sizeText } from '../output/size-text.js';
import type { Imported } from './imported.js';

/** Counts whether all has come over. */
export interface ImportSummary {
  add(imported: Imported): void;
  isEmpty(): boolean;
  /** For people. */
  line(): string;
  /** For programs: the last object, after those of the objects. */
  fields(isCutOff?: boolean): Readonly<Record<string, unknown>>;
  /** Why the import is not complete; undefined where it is. */
  problem(): AgentProblem | undefined;
}

interface Count {
  objects: number;
  bytes: number;
}

const newCount = (): Count => ({ objects: 0, bytes: 0 });

export const createImportSummary = (now: () => number = () => performance.now()): ImportSummary => {
  const startedAt = now();
  const counts = { present: newCount(), imported: newCount(), foreseen: newCount(), missing: newCount() };
  let sentBytes = 0;
  const seconds = (): number => (now() - startedAt) / 1000;
  const text = ({ objects, bytes }: Count, what: string): string => `${objects} ${what} (${sizeText(bytes)})`;
  const total = (): Count => {
    const all = Object.values(counts);
    const sum = (of: (count: Count) => number): number => all.reduce((before, count) => before + of(count), 0);
    return { objects: sum(({ objects }) => objects), bytes: sum(({ bytes }) => bytes) };
  };
  return {
    add: (imported) => {
      const count = counts[imported.kind];
      count.objects += 1;
      count.bytes += imported.object.sizeBytes;
      if (imported.kind === 'imported') sentBytes += imported.sentBytes;
    },
    isEmpty: () => total().objects === 0,
    line: () => {
      const { present, imported, foreseen, missing } = counts;
      const { objects, bytes } = total();
      const parts = [
        text(present, 'already stored'),
        foreseen.objects > 0 ? text(foreseen, 'would come over') : text(imported, 'came over'),
        text(missing, 'missing'),
      ];
      const moved = `sent ${sizeText(sentBytes)} of ${sizeText(imported.bytes)}, ${secondsText(seconds())}`;
      return `${counted(objects, 'object')} (${sizeText(bytes)}): ${parts.join(', ')}; ${moved}`;
    },
    fields: (isCutOff = false) => ({
      complete: !isCutOff && counts.missing.objects === 0,
      wanted: total(),
      ...counts,
      sent_bytes: sentBytes,
      seconds: Math.round(seconds() * 1000) / 1000,
    }),
    problem: () => {
      const { objects } = counts.missing;
      return objects === 0 ? undefined : new AgentProblem(`${counted(objects, 'object is', 'objects are')} missing`);
    },
  };
};
