import type { ServiceOptions } from '../command-line.js';
import { AgentProblem } from '../agent-problem.js';
import { ended } from '../api-outcome.js';
import type { CheckResult } from '../doctor/check.js';
import { checkCodec } from '../doctor/codec-check.js';
import { checkGit, checkGitLfs, checkInstallation } from '../doctor/git-checks.js';
import { checkLfsFilter } from '../doctor/lfs-filter-check.js';
import { checkPrePush } from '../doctor/pre-push-check.js';
import { checkService } from '../doctor/service-checks.js';
import { createOutput } from '../output/output.js';
import { codecChoice } from '../settings/codec-choice.js';
import { readSettingSources } from '../settings/read-settings.js';
import { resolveNames } from '../settings/resolve-names.js';
import type { CommandDependencies } from './command-dependencies.js';

/** Prints each check as it ends; fails when one has failed, and not for warnings. What the signal has cut off says nothing. */
export const doctor = async (dependencies: CommandDependencies, options: ServiceOptions): Promise<void> => {
  const output = createOutput(dependencies, options.json === true);
  let failures = 0;
  const show = ({ check, status, message }: CheckResult): void => {
    if (dependencies.signal.aborted) throw ended();
    if (status === 'failed') failures += 1;
    output.result(`${status.padEnd(7)} ${check}: ${message}`, { check, status, message });
  };
  const { runGit, connections, signal, folder } = dependencies;
  show(await checkGit(runGit));
  show(await checkGitLfs(runGit));
  show(await checkInstallation(runGit));
  for (const ofLfs of [await checkLfsFilter(runGit), await checkPrePush(runGit, folder)]) {
    if (ofLfs !== undefined) show(ofLfs);
  }
  show(await checkCodec(codecChoice(dependencies.environment)));
  const sources = await resolveNames(await readSettingSources(options, dependencies, runGit), dependencies);
  for await (const result of checkService(sources, { runGit, connections, now: Date.now, signal })) show(result);
  if (failures > 0) throw new AgentProblem(failures === 1 ? 'one check has failed' : `${failures} checks have failed`);
};
