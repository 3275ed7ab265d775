import { AgentProblem } from '../agent-problem.js';
import type { IndexOptions } from '../command-line.js';
import { createIndexService } from '../index-git/create-index-service.js';
import { allFileLimits, fileLimits } from '../index-git/files-of-tips.js';
import type { IndexSummary } from '../index-git/index-summary.js';
import type { GitRepository } from '../index-git/open-repository.js';
import { countHistory } from '../index-git/read-history.js';
import { checkPointers } from '../index-git/check-pointers.js';
import { storeTips, type StoredCounts } from '../index-git/store-tips.js';
import { updateIndex, type WantedRefs } from '../index-git/update-index.js';
import { createCommitBar } from '../output/commit-bar.js';
import { problemLine } from '../output/problem-line.js';
import type { CommandDependencies } from './command-dependencies.js';
import { type UseOptions, withService } from './open-service.js';

/**
 * The options name the remote that the refs are of, if they are of any. Files that could not be stored keep nobody from the index; that they are not is the end
 * of the command all the same.
 */
export const indexHistory = async (
  dependencies: CommandDependencies,
  repository: GitRepository,
  options: IndexOptions & Pick<UseOptions, 'check'>,
  wanted: WantedRefs,
): Promise<Omit<IndexSummary, 'source'>> => {
  const startedAt = performance.now();
  const bar = createCommitBar(dependencies.screen, options.json !== true && options.prePush === undefined);
  let summary: Omit<IndexSummary, 'source'> | undefined;
  await withService(dependencies, options, async (context) => {
    const limits = options.allFiles === true ? allFileLimits : fileLimits;
    let stored: StoredCounts | undefined;
    let problem: unknown;
    try {
      const report = await updateIndex(
        {
          repository,
          service: createIndexService(context),
          onCommits: bar.show,
          onRange: (range) => {
            if (bar.isWanted) bar.start(countHistory(repository, range));
          },
          storeFiles: async (range, sessionId, { send, plain }) => {
            bar.clear();
            if (!options.storeFiles) return;
            const tell = (body: string): Promise<void> => send(sessionId, body);
            // The run that has sent the trees was told which are none, and may have stored nothing.
            const check = options.allFiles === true ? checkPointers(tell) : undefined;
            stored = await storeTips(context, repository, { range, plain, check }, tell, limits).catch((fault: unknown) => {
              if (dependencies.signal.aborted) throw fault;
              problem = fault;
              return undefined;
            });
          },
        },
        wanted,
      );
      const seconds = (performance.now() - startedAt) / 1000;
      summary = { report, stored, refs: wanted.refs.length, unusable: 0, isComplete: false, seconds };
    } finally {
      bar.clear();
    }
    if (problem !== undefined) {
      throw new AgentProblem(
        `the history is indexed, but its files could not be stored (svc index --all-files tries again): ${problemLine(problem)}`,
      );
    }
  });
  if (summary === undefined) throw new Error('invariant: what did not fail has a summary');
  return summary;
};
