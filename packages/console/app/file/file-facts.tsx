import type { ApiSchema } from '@svc/client';
import { paths } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { Bytes } from '../ui/bytes.js';
import { bytesText, counted, shortId } from '../ui/format.js';
import { type FileAnswer, useArtifact } from './file.js';

const storedText = ({ type, is_stored: isStored, is_lfs: isLfs }: FileAnswer['file']): string => {
  if (type === 'submodule') return 'In another repository';
  if (isStored) return isLfs ? 'Stored; Git has a pointer' : 'Stored; Git has it, too';
  return isLfs ? 'Missing: nobody has pushed the bytes' : 'In Git alone';
};

type Keepers = ApiSchema<'artifacts.get.200'>['artifact']['kept_by'];

/** What would have to go before the bytes may. */
const keeperText = ({ refs, commits, snapshots, uploads, has_more: hasMore }: Keepers): string => {
  const kinds = [
    [refs.length, 'branch or tag', 'branches and tags'],
    [commits.length, 'commit', 'commits'],
    [snapshots.length, 'snapshot', 'snapshots'],
    [uploads.length, 'upload', 'uploads'],
  ] as const;
  const texts = kinds.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
  if (texts.length === 0) return 'Nothing that is indexed';
  return hasMore ? `${texts.join(', ')}, and more` : texts.join(', ');
};

interface ObjectFactsProps {
  readonly repository: string;
  readonly oid: string;
  /** Whether pointers name it: what Git has itself needs no keeper here. */
  readonly isLfs: boolean;
}

/** How the bytes of an object are kept. */
const ObjectFacts = ({ repository, oid, isLfs }: ObjectFactsProps) => {
  const { data: artifact } = useArtifact(repository, oid);
  if (artifact === undefined) return null;
  const { chunks, physical_size: physical, downloads, uploaded_by: uploader } = artifact;
  return (
    <>
      <dt>Occupies</dt>
      <dd>
        {bytesText(physical)}
        {chunks === undefined ? ', as a whole' : `, in ${counted(chunks.count, 'chunk')}`}
      </dd>
      <dt>Downloads</dt>
      <dd>{counted(downloads, 'download')}</dd>
      <dt>Uploaded by</dt>
      <dd>
        {uploader.name ?? 'somebody who has left'}, <Ago at={artifact.created_at} />
      </dd>
      {isLfs ? (
        <>
          <dt>Kept by</dt>
          <dd>{keeperText(artifact.kept_by)}</dd>
        </>
      ) : null}
    </>
  );
};

export const FileFacts = ({ repository, file }: { readonly repository: string; readonly file: FileAnswer['file'] }) => (
  <section class="card padded stack tight" aria-labelledby="facts">
    <h2 id="facts">Facts</h2>
    <dl class="facts">
      <dt>Size</dt>
      <dd>
        <Bytes of={file.size} />
      </dd>
      <dt>Where</dt>
      <dd>{storedText(file)}</dd>
      {file.oid === undefined ? null : (
        <>
          <dt>SHA-256</dt>
          <dd class="mono">{file.oid}</dd>
        </>
      )}
      <dt>Last commit</dt>
      <dd>
        <a href={paths.commit(repository, file.last_commit.id)}>
          <span class="mono">{shortId(file.last_commit.id)}</span> {file.last_commit.subject}
        </a>
      </dd>
      {file.oid !== undefined && file.is_stored ? (
        <ObjectFacts repository={repository} oid={file.oid} isLfs={file.is_lfs} />
      ) : null}
    </dl>
  </section>
);
