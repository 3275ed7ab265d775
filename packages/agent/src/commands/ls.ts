import type { ListOptions } from '../command-line.js';
import { createOutput } from '../output/output.js';
import { listTree } from '../tree/list-tree.js';
import { fieldsOfEntry, lineOfEntry } from '../tree/tree-lines.js';
import { parseTreePath } from '../tree/tree-place.js';
import type { CommandDependencies } from './command-dependencies.js';
import { withService } from './open-service.js';

/** Lists a folder of a commit as the index has it. Of a file it is the file. */
export const ls = (dependencies: CommandDependencies, path: string | undefined, options: ListOptions): Promise<void> => {
  const place = { path: parseTreePath(path ?? ''), ref: options.ref };
  const isRecursive = options.recursive === true;
  return withService(dependencies, options, async (context) => {
    const output = createOutput(dependencies, options.json === true);
    for await (const { kind, entries } of listTree(context, place, isRecursive)) {
      const look = { isWhole: isRecursive || kind === 'file', isLong: options.long === true };
      for (const entry of entries) output.result(lineOfEntry(place.path, entry, look), fieldsOfEntry(entry));
      await dependencies.taken();
    }
  });
};
