import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { largeHistory as history, writeGitHistory } from '../data/git-history.js';
import { atMost, type Bench, below, type Outcome, rounded } from '../measure/bench.js';
import { median } from '../measure/median.js';
import { timedCommand } from '../measure/timed-command.js';
import { createApi, createRepositoryPath } from '../server/api.js';
import { startSvcServer } from '../server/svc-server.js';
import { withTemporaryFolder } from '../server/temporary-folder.js';

const agent = fileURLToPath(new URL('../../../agent/dist/svc.js', import.meta.url));
const rounds = 5;

const identity = {
  GIT_AUTHOR_NAME: 'bench',
  GIT_AUTHOR_EMAIL: 'bench@example.test',
  GIT_COMMITTER_NAME: 'bench',
  GIT_COMMITTER_EMAIL: 'bench@example.test',
};

const measure = async (folder: string): Promise<Outcome> => {
  const repository = join(folder, 'history.git');
  await writeGitHistory(repository, history);
  const git = (...parameters: readonly string[]) => timedCommand('git', parameters, { cwd: repository, env: identity });
  const walks: number[] = [];
  for (let round = 0; round < rounds; round += 1) walks.push((await git('rev-list', '--objects', '--all')).seconds);
  const walk = median(walks);

  const server = await startSvcServer(folder);
  const path = await createRepositoryPath(createApi(server.baseUrl, server.credential));
  const env = { SVC_URL: server.baseUrl, SVC_TOKEN: server.credential, SVC_REPOSITORY: path.split('/').at(-1) ?? '' };
  const index = () => timedCommand(process.execPath, [agent, 'index', '--no-store-files'], { cwd: repository, env });
  const full = await index();
  const databaseBytes = (await stat(join(folder, 'data', 'svc.db'))).size;
  const ones: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const tree = (await git('rev-parse', `main~${round + 1}^{tree}`)).output.trim();
    const commit = (await git('commit-tree', tree, '-p', 'main', '-m', `${round}`)).output.trim();
    await git('update-ref', 'refs/heads/main', commit);
    ones.push((await index()).seconds);
  }
  await server.stop();
  return {
    rows: [
      { run: 'git rev-list --objects --all', seconds: rounded(walk) },
      {
        run: 'svc index, all',
        seconds: rounded(full.seconds),
        'agent MB': Math.round(full.mostMb),
        'database MB': Math.round(databaseBytes / 1e6),
      },
      { run: 'svc index, one commit more', seconds: rounded(median(ones)) },
    ],
    goals: [
      atMost('all, in times of git rev-list --objects --all', full.seconds / walk, 5),
      below('seconds for one commit more', median(ones), 1),
    ],
  };
};

export const gitIndex: Bench = {
  name: 'git-index',
  about: `the history of ${history.commits} commits over ${history.files} files: all of it, then one commit more, ${rounds} times`,
  run: () => withTemporaryFolder(measure),
};
