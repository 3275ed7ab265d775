import { useConnect } from '../repositories/repository.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Command } from '../ui/command.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';

const IndexCommands = ({ repository }: { readonly repository: string }) => (
  <>
    <p>Run this in a clone:</p>
    <Loaded query={useConnect(repository)}>
      {({ agent }) => {
        const [setUp = ''] = agent.commands.split('svc install');
        return <Command label="Index the history" text={`${setUp}svc index --install-hook\nsvc index`} />;
      }}
    </Loaded>
    <p>From then on every push is indexed.</p>
  </>
);

/** Where the service does not know the history: how to tell it. */
export const NotIndexed = ({ repository, may }: Pick<RepositoryTabProps, 'repository' | 'may'>) => (
  <section class="card">
    <Empty title="No files to browse yet">
      <p>
        The service keeps the large files of this repository. To browse them by folder, commit and release it has to be told the
        Git history.
      </p>
      {may('repository.push') ? (
        <IndexCommands repository={repository.id} />
      ) : (
        <p>Somebody who may push has to run svc index in a clone.</p>
      )}
    </Empty>
  </section>
);
