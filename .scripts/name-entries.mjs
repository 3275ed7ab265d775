import { appendFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const conditions = ['import', 'require'];

/**
 * Has the declarations of a package's main entry name those of its others. A compiler that writes a stranger's declarations looks for the name of a type in
 * the modules that it has read, and what the main entry leads to has its name in any of them.
 */
export const nameEntries = ({ folder, manifest: { exports = {} } }) => {
  const { '.': main, ...others } = exports;
  for (const condition of conditions) {
    const { types: mainTypes } = main?.[condition] ?? {};
    if (mainTypes === undefined) continue;
    const named = Object.values(others).flatMap((other) => {
      const { types, default: code } = other[condition] ?? {};
      return types === undefined ? [] : [`import './${relative(dirname(mainTypes), code)}';\n`];
    });
    appendFileSync(join(folder, mainTypes), named.join(''));
  }
};
