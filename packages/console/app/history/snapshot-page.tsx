import { useInfiniteQuery } from '@tanstack/preact-query';
import { valueAtAddress } from '../api/failure.js';
import { nextPageOf } from '../api/next-page.js';
import { placeOf, shownName } from '../files/place.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient } from '../session/session.js';
import { Ago } from '../ui/ago.js';
import { Bytes } from '../ui/bytes.js';
import { Card } from '../ui/card.js';
import { bytesText, counted, shortId } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { MoreButton } from '../ui/more-button.js';
import { Table } from '../ui/table.js';

const pageSize = 200;

const useSnapshot = (repository: string, snapshotID: string) => {
  const { api } = useClient();
  return useInfiniteQuery({
    queryKey: ['repository', repository, 'snapshots', snapshotID],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) => {
      const query = { limit: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) };
      const params = { path: { repoID: repository, snapshotID }, query };
      return (await valueAtAddress(api.GET('/api/v1/repositories/{repoID}/snapshots/{snapshotID}', { params, signal }))).data;
    },
    getNextPageParam: (last) => last.next_cursor,
  });
};

/** A snapshot with the files that it keeps. */
export const SnapshotPage = ({ repository: { id }, item }: RepositoryTabProps) => {
  const query = useSnapshot(id, item);
  const files = query.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <Loaded query={{ data: query.data?.pages[0], error: query.error, refetch: query.refetch }}>
      {({ snapshot }) => (
        <div class="stack">
          <Card title={snapshot.name} isPadded>
            {snapshot.note === undefined ? null : <p class="message">{snapshot.note}</p>}
            <dl class="facts">
              <dt>Commit</dt>
              <dd>
                <a class="mono" href={paths.commit(id, snapshot.commit)}>
                  {shortId(snapshot.commit)}
                </a>{' '}
                {snapshot.ref}
              </dd>
              <dt>Keeps</dt>
              <dd>
                {counted(snapshot.files, 'file')}, {bytesText(snapshot.size)}
              </dd>
              <dt>Taken</dt>
              <dd>
                <Ago at={snapshot.created_at} />
              </dd>
            </dl>
            {snapshot.missing_objects === 0 ? null : (
              <p class="notice bad">{counted(snapshot.missing_objects, 'object')} of it were never pushed.</p>
            )}
          </Card>
          <Card title="Files">
            <Table titles={[{ label: 'File' }, { label: 'Size', isNumber: true }]}>
              {files.map((file) => (
                <tr key={file.path_base64 ?? file.path}>
                  <td>
                    <a href={paths.file(id, placeOf(snapshot.commit, file))}>{shownName(file.path, file.path_base64)}</a>{' '}
                    {file.is_lfs && !file.is_stored ? <span class="tag bad">Not stored</span> : null}
                  </td>
                  <td class="number">
                    <Bytes of={file.size} />
                  </td>
                </tr>
              ))}
            </Table>
            <MoreButton more={nextPageOf(query)} />
          </Card>
        </div>
      )}
    </Loaded>
  );
};
