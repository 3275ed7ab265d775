import { Command } from '../ui/command.js';
import { Loaded } from '../ui/loaded.js';
import { useConnect } from './repository.js';
import type { RepositoryTabProps } from './repository-page.js';

const withoutPush = (commands: string): string =>
  commands
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('svc push '))
    .join('\n');

/** How to get files in and out, ready to paste. */
export const ConnectTab = ({ repository, may }: RepositoryTabProps) => {
  const query = useConnect(repository.id);
  const mayPush = may('repository.push');
  return (
    <Loaded query={query}>
      {({ git_lfs: lfs, agent, upload_session: upload, download }) => (
        <div class="stack loose">
          <p class="quiet">
            In all of these, $SVC_TOKEN stands for an API token. Make one on the Tokens page of the organization.
          </p>
          <section class="card padded stack tight" aria-labelledby="with-lfs">
            <h2 id="with-lfs">With Git LFS</h2>
            {mayPush ? (
              <>
                <p class="quiet">Once in each Git repository. Git may live anywhere; its large files go here.</p>
                <Command label="Set Git LFS up" text={lfs.commands.trimEnd()} />
              </>
            ) : (
              <>
                <p class="quiet">Once in each clone. Git may live anywhere; its large files come from here.</p>
                <Command label="Set Git LFS up" text={`git lfs install\ngit config lfs.url '${lfs.url}'\ngit lfs pull`} />
              </>
            )}
            <p class="quiet">Once on each computer:</p>
            <Command label="Keep the token in Git’s credential store" text={lfs.credentials.trimEnd()} />
          </section>
          <section class="card padded stack tight" aria-labelledby="with-svc">
            <h2 id="with-svc">With svc</h2>
            <p class="quiet">svc cuts files into chunks and {mayPush ? 'sends' : 'fetches'} only those that are new.</p>
            <Command label="Use svc" text={mayPush ? agent.commands.trimEnd() : withoutPush(agent.commands)} />
            {mayPush ? (
              <>
                <p class="quiet">So that files, commits and releases can be browsed here, in a clone:</p>
                <Command label="Index the history of a clone" text={'svc index --install-hook\nsvc index'} />
              </>
            ) : null}
          </section>
          <section class="card padded stack tight" aria-labelledby="with-curl">
            <h2 id="with-curl">With curl</h2>
            {mayPush ? <Command label="Upload a file" text={upload.commands.trimEnd()} /> : null}
            <Command label="Download an object" text={download.commands.trimEnd()} />
          </section>
        </div>
      )}
    </Loaded>
  );
};
