import { useConnect } from '../repositories/repository.js';
import { Command } from '../ui/command.js';

/** A word of a shell, whatever is in it. */
const quoted = (text: string): string => (/^[\w./@-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);

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
  const name = path.split('/').at(-1) ?? path;
  return (
    <section class="card padded stack tight" aria-labelledby="get-it">
      <h2 id="get-it">Get this file</h2>
      {isLfs ? (
        <>
          <h3>In a clone, with Git LFS</h3>
          <Command label="Get it with Git LFS" text={`git lfs pull --include=${quoted(path)}`} />
        </>
      ) : null}
      <h3>In a clone, with svc</h3>
      <Command label="Get it with svc" text={`svc pull ${quoted(`${path}@${gitRef}`)} -o ${quoted(name)}`} />
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
