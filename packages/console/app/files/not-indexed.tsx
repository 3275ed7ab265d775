import { useConnect } from '../repositories/repository.js';
import { Command } from '../ui/command.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';

/** Where the service does not know the history: how to tell it. */
export const NotIndexed = ({ repository }: { readonly repository: string }) => {
  const query = useConnect(repository);
  return (
    <section class="card">
      <Empty title="No files to browse yet">
        <p>
          The service keeps the large files of this repository. To browse them by folder, commit and release it has to be told the
          Git history. Run this in a clone:
        </p>
        <Loaded query={query}>
          {({ agent }) => {
            const [setUp = ''] = agent.commands.split('svc install');
            return <Command label="Index the history" text={`${setUp}svc index --install-hook\nsvc index`} />;
          }}
        </Loaded>
        <p>From then on every push is indexed.</p>
      </Empty>
    </section>
  );
};
