import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ask = async (folder) => {
  try {
    return (await promisify(execFile)('npm', ['audit', '--json'], { cwd: folder })).stdout;
  } catch ({ stdout }) {
    return stdout;
  }
};

/** What npm's registry knows against the packages of a tree, from `high` on, a line for each; undefined where the registry answers no such question. */
export const auditTree = async (folder) => {
  const { auditReportVersion, vulnerabilities } = JSON.parse(await ask(folder));
  if (auditReportVersion === undefined) return undefined;
  return Object.values(vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, range, severity }) => `${name} ${range}: ${severity}`);
};
