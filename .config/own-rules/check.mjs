import { join, relative } from 'node:path';
import { root } from '../../.scripts/workspaces.mjs';
import { createLostResults } from './lost-results.mjs';
import { findOwnClocks } from './own-clocks.mjs';
import { withProject } from './with-project.mjs';

/** Pages run in browsers: they have other libraries than Node, and so a project of their own. */
const projects = ['.config/tsconfig.json', 'packages/console/app/tsconfig.json'];
const core = join(root, 'packages/core/src/');

const lost = 'This Result is dropped, and its error with it.';
const outsideWorld = 'Time, identity, randomness and input come to the domain through ports.';

const told = (file, path, nodes, message) =>
  nodes.map((node) => {
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
    return `${relative(root, path)}:${line + 1}:${character + 1}  ${message}`;
  });

const checkProject = (project) => {
  const findLostResults = createLostResults(project);
  return project.rootFiles.flatMap((path) => {
    const file = project.program.getSourceFile(path);
    return [
      ...told(file, path, findLostResults(file), lost),
      ...(path.startsWith(core) ? told(file, path, findOwnClocks(file), outsideWorld) : []),
    ];
  });
};

const findings = projects.flatMap((config) => withProject(join(root, config), checkProject));
for (const finding of findings) console.log(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
