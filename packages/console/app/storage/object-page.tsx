import type { ApiSchema } from '@svc/client';
import { useArtifact } from '../file/file.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { bytesText, counted, shortId } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';

type Artifact = ApiSchema<'artifacts.get.200'>['artifact'];

const shortRef = (name: string): string => name.replace(/^refs\/(?:heads|tags)\//, '');

/** Why an object is still there. */
const Keepers = ({
  repository,
  artifact: { kept_by: keepers },
}: {
  readonly repository: string;
  readonly artifact: Artifact;
}) => {
  const count = keepers.refs.length + keepers.commits.length + keepers.snapshots.length + keepers.uploads.length;
  if (count === 0)
    return (
      <p class="card-note">
        No branch, tag or snapshot that is indexed has a pointer to it. If no clone needs it either, it can be removed.
      </p>
    );
  return (
    <dl class="facts card-body">
      {keepers.refs.map((ref) => (
        <>
          <dt>Branch or tag</dt>
          <dd>
            <a href={paths.folder(repository, { ref: ref.name })}>{shortRef(ref.name)}</a>
          </dd>
        </>
      ))}
      {keepers.commits.map((commit) => (
        <>
          <dt>Commit</dt>
          <dd>
            <a class="mono" href={paths.commit(repository, commit.id)}>
              {shortId(commit.id)}
            </a>{' '}
            {commit.path}
          </dd>
        </>
      ))}
      {keepers.snapshots.map((snapshot) => (
        <>
          <dt>Snapshot</dt>
          <dd>{snapshot.name}</dd>
        </>
      ))}
      {keepers.uploads.length === 0 ? null : (
        <>
          <dt>Uploads</dt>
          <dd>{counted(keepers.uploads.length, 'open upload')}</dd>
        </>
      )}
    </dl>
  );
};

/** An object by its SHA-256: what it is, and why it is here. */
export const ObjectPage = ({ repository: { id }, item }: RepositoryTabProps) => (
  <Loaded query={useArtifact(id, item)}>
    {(artifact) => (
      <div class="stack">
        <Card title={artifact.name ?? artifact.kept_by.commits[0]?.path ?? 'Object without a name'} isPadded>
          <dl class="facts">
            <dt>SHA-256</dt>
            <dd class="mono">{artifact.oid}</dd>
            <dt>Size</dt>
            <dd>{bytesText(artifact.size)}</dd>
            <dt>Occupies</dt>
            <dd>
              {bytesText(artifact.physical_size)}
              {artifact.chunks === undefined ? ', as a whole' : `, in ${counted(artifact.chunks.count, 'chunk')}`}
            </dd>
            <dt>Downloads</dt>
            <dd>{counted(artifact.downloads, 'download')}</dd>
            <dt>Uploaded by</dt>
            <dd>
              {artifact.uploaded_by.name ?? 'somebody who has left'}, <Ago at={artifact.created_at} />
            </dd>
            <dt>Lineage</dt>
            <dd>
              <a href={paths.lineage(id, { kind: 'artifact', id: artifact.oid })}>What it came from, and what came from it</a>
            </dd>
          </dl>
        </Card>
        <Card title="Why it is here">
          <Keepers repository={id} artifact={artifact} />
        </Card>
      </div>
    )}
  </Loaded>
);
