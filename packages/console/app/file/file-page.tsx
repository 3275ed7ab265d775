import { PathCrumbs } from '../files/path-crumbs.js';
import { shownName, usePlace } from '../files/place.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Loaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import type { Place } from '../paths.js';
import { DownloadLink } from './download-link.js';
import { type FileAnswer, useFile, useFreshUrl } from './file.js';
import { FileCommands } from './file-commands.js';
import { FileFacts } from './file-facts.js';
import { FileHistory } from './file-history.js';
import { FaultBoundary } from '../ui/fault-boundary.js';
import { notShown } from '../preview/not-shown.js';
import { usePreview } from '../preview/preview-bytes.js';
import { Preview } from '../preview/preview.js';
import { isReaderKind, previewKind } from '../preview/preview-kind.js';
import { ReaderPreview } from '../preview/reader-preview.js';

interface FileContentProps {
  readonly repository: string;
  readonly place: Place;
  readonly file: FileAnswer['file'];
}

/** What is fetched at once, as much of it as is shown. */
const FetchedContent = ({ repository, place, file }: FileContentProps) => (
  <Loaded query={usePreview(repository, place)}>
    {(bytes) => <Preview name={file.name} sizeBytes={file.size} bytes={bytes} />}
  </Loaded>
);

const FileContent = (props: FileContentProps) => {
  const { repository, place, file } = props;
  const freshUrl = useFreshUrl(repository, place);
  if (file.type === 'submodule') return <p class="card-note">A submodule: a commit of another repository.</p>;
  if (file.download === undefined)
    return <p class="card-note">The repository does not have the bytes of this file. Push them, then look again.</p>;
  const { kind } = previewKind(file.name);
  if (!isReaderKind(kind) || file.size === 0) return <FetchedContent {...props} />;
  const ranged = { oid: file.oid ?? file.id, sizeBytes: file.size, freshUrl: () => freshUrl(file.oid) };
  return (
    <FaultBoundary of={ranged.oid} message={notShown}>
      <ReaderPreview kind={kind} file={ranged} />
    </FaultBoundary>
  );
};

/** A file of a commit: what is in it, what is known of it, and how to get it. */
export const FilePage = ({ repository: { id, name } }: RepositoryTabProps) => {
  const place = usePlace();
  const query = useFile(id, place);
  if (place.path === undefined && place.bytes === undefined) return <Problem fault={new Error('The address names no file.')} />;
  return (
    <div class="stack">
      <PathCrumbs repository={id} name={name} place={place} />
      <Loaded query={query}>
        {({ file }) => (
          <div class="two">
            <div class="stack">
              <section class="card" aria-labelledby="content">
                <div class="card-head">
                  <h2 id="content">{shownName(file.name, file.name_base64)}</h2>
                  <DownloadLink repository={id} place={place} />
                </div>
                <FileContent repository={id} place={place} file={file} />
              </section>
              <FileHistory repository={id} place={place} />
              {file.path_base64 === undefined && file.type !== 'submodule' ? (
                <FileCommands
                  repository={id}
                  gitRef={place.ref ?? ''}
                  path={file.path}
                  oid={file.is_stored ? file.oid : undefined}
                  isLfs={file.is_lfs}
                />
              ) : null}
            </div>
            <FileFacts repository={id} file={file} />
          </div>
        )}
      </Loaded>
    </div>
  );
};
