import { useConnect } from '../repositories/repository.js';
import { Command } from '../ui/command.js';
import { lfsCommand, svcCommand } from './file-command-texts.js';

interface FileCommandsProps {
  readonly repository: string;
  readonly gitRef: string;
  readonly path: string;
  readonly oid: string | undefined;
  readonly isLfs: boolean;
}

/** How to get this file, ready to paste. */
export const FileCommands = ({ repository, gitRef, path, oid, isLfs }: FileCommandsProps) => {
  const { data: connect } = useConnect(repository);
  return (
    <section class="card padded stack tight" aria-labelledby="get-it">
      <h2 id="get-it">Get this file</h2>
      {isLfs ? (
        <>
          <h3>In a clone, with Git LFS</h3>
          <Command label="Get it with Git LFS" text={lfsCommand(path)} />
        </>
      ) : null}
      <h3>In a clone, with svc</h3>
      <Command label="Get it with svc" text={svcCommand(path, gitRef)} />
      {oid === undefined || connect === undefined ? null : (
        <>
          <h3>Anywhere, with curl</h3>
          <Command
            label="Get it with curl"
            text={connect.download.commands.replace('OID=64-hex-digits', `OID=${oid}`).trimEnd()}
          />
          <p class="quiet small">$SVC_TOKEN stands for an API token.</p>
        </>
      )}
    </section>
  );
};
