import { AgentProblem } from '../agent-problem.js';
import type { DiffOptions } from '../command-line.js';
import { areSameBytes } from '../diff/are-same-bytes.js';
import { fieldsOfTotals, lineOfChange, lineOfTotals } from '../diff/changed-lines.js';
import { type Comparison, compareRefs } from '../diff/compare-refs.js';
import { compareTensors, type TensorComparison } from '../diff/compare-tensors.js';
import { findVersion, namesVersion, type Version } from '../diff/find-version.js';
import { lineOfTensor, lineOfTensors } from '../diff/tensor-lines.js';
import { createOutput, type Output } from '../output/output.js';
import { sizeText } from '../output/size-text.js';
import type { TransferContext } from '../transfer-context.js';
import { parseTreePath } from '../tree/tree-place.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

/** What differs between two refs: files. Between two versions of a file: their bytes and, of models, their tensors. */
export const diff = (
  dependencies: CommandDependencies,
  base: string,
  head: string | undefined,
  options: DiffOptions,
): Promise<void> => {
  const path = parseTreePath(options.path ?? '');
  // With a path beside them both are refs, which may have an @ in them.
  const areVersions = options.path === undefined && [base, head ?? ''].some(namesVersion);
  return withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    const { taken } = dependencies;
    if (!areVersions)
      return showFiles(compareRefs(context, { base, head, path }), output, { isJson: options.json === true, taken });
    if (head === undefined || !namesVersion(base) || !namesVersion(head)) {
      throw new AgentProblem('compare two refs, or two versions of a file as PATH@REF or oids', 'setting');
    }
    const [before, after] = [await findVersion(context, base), await findVersion(context, head)];
    await showVersions(context, before, after, { output, isJson: options.json === true, showsAll: options.all === true, taken });
  });
};

const showFiles = async (
  pages: AsyncIterable<Comparison>,
  output: Output,
  { isJson, taken }: Pick<Shown, 'isJson' | 'taken'>,
): Promise<void> => {
  let last: Comparison | undefined;
  for await (const page of pages) {
    for (const file of page.files) output.result(lineOfChange(file), { ...file });
    await taken();
    last ??= page;
  }
  if (last === undefined) return;
  if (isJson) output.result('', fieldsOfTotals(last));
  else output.note(lineOfTotals(last));
};

interface Shown {
  readonly output: Output;
  readonly isJson: boolean;
  /** Whether tensors that are the same are shown, too. */
  readonly showsAll: boolean;
  readonly taken: CommandDependencies['taken'];
}

const showVersions = async (
  context: TransferContext,
  before: Version,
  after: Version,
  { output, isJson, showsAll, taken }: Shown,
): Promise<void> => {
  const { oid } = before;
  const isSame = areSameBytes(before, after);
  let tensors: TensorComparison | undefined;
  if (oid !== undefined && after.oid !== undefined && isSame !== true && before.isStored && after.isStored) {
    for await (const page of compareTensors(context, oid, after.oid)) {
      for (const tensor of page.tensors) {
        if (showsAll || tensor.status !== 'same') output.result(lineOfTensor(tensor), { ...tensor });
      }
      await taken();
      tensors ??= page;
    }
  }
  if (isJson) {
    const totals = { before: fieldsOf(before), after: fieldsOf(after), is_same: isSame };
    output.result('', { ...totals, format: tensors?.format, totals: tensors?.totals });
    return;
  }
  output.note(lineOfBytes(before, after, isSame));
  if (tensors !== undefined) output.note(lineOfTensors(tensors));
};

const lineOfBytes = (before: Version, after: Version, isSame: boolean | undefined): string => {
  const size = sizeText(after.sizeBytes);
  if (isSame === undefined) return `nothing tells whether they are the same bytes: ${size} both`;
  return isSame ? `the same bytes: ${size}` : `other bytes: ${sizeText(before.sizeBytes)} -> ${size}`;
};

const fieldsOf = ({ oid, sizeBytes, isStored }: Version) => ({ oid, size: sizeBytes, is_stored: isStored });
