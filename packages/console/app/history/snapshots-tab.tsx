import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { randomKey } from '../api/random-key.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Ago } from '../ui/ago.js';
import { Empty } from '../ui/empty.js';
import { bytesText, shortId } from '../ui/format.js';
import { Listed } from '../ui/listed.js';
import { NameForm } from '../ui/name-form.js';
import { Table } from '../ui/table.js';

const useTakeSnapshot = (repository: string) =>
  useChange(
    (api, name: string) =>
      api.POST('/api/v1/repositories/{repoID}/snapshots', {
        params: { path: { repoID: repository }, header: { 'idempotency-key': randomKey() } },
        body: { name },
      }),
    ['repository', repository, 'snapshots'],
  );

/** States of the files that are kept for ever. */
export const SnapshotsTab = ({ repository: { id }, may }: RepositoryTabProps) => {
  const list = useList(['repository', id, 'snapshots'], async (api, request) => {
    const params = { path: { repoID: id }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/snapshots', { params, signal: request.signal }));
    return { items: data.snapshots, next: data.next_cursor };
  });
  const take = useTakeSnapshot(id);
  const [isMaking, setMaking] = useState(false);
  return (
    <div class="stack">
      {isMaking ? (
        <NameForm
          label="Name of the snapshot"
          hint="It keeps the files of the default branch as they are now, for ever."
          action="Take snapshot"
          cancel={() => setMaking(false)}
          make={async (name) => {
            await take.mutateAsync(name);
            setMaking(false);
          }}
        />
      ) : (
        <div class="line apart">
          <p class="quiet">What a snapshot names is never removed, whatever happens to branches.</p>
          {may('repository.push') ? (
            <button type="button" class="button main-action" onClick={() => setMaking(true)}>
              Take a snapshot
            </button>
          ) : null}
        </div>
      )}
      <Listed
        list={list}
        empty={
          <Empty title="No snapshot yet">
            <p>
              {may('repository.push')
                ? 'Take one before something is rewritten, or when others have to find exactly these files again.'
                : 'Somebody who may push takes them.'}
            </p>
          </Empty>
        }
      >
        {(snapshots) => (
          <Table
            titles={[
              { label: 'Snapshot' },
              { label: 'Commit' },
              { label: 'Files', isNumber: true },
              { label: 'Size', isNumber: true },
              { label: 'Taken', isNumber: true },
            ]}
          >
            {snapshots.map((snapshot) => (
              <tr key={snapshot.id}>
                <td>
                  <a href={paths.snapshot(id, snapshot.id)}>{snapshot.name}</a>{' '}
                  {snapshot.missing_objects === 0 ? null : <span class="tag bad">{snapshot.missing_objects} not stored</span>}
                  {snapshot.note === undefined ? null : <p class="quiet small">{snapshot.note}</p>}
                </td>
                <td>
                  <a class="mono" href={paths.folder(id, { ref: snapshot.commit })}>
                    {shortId(snapshot.commit)}
                  </a>
                </td>
                <td class="number">{snapshot.files}</td>
                <td class="number">{bytesText(snapshot.size)}</td>
                <td class="number">
                  <Ago at={snapshot.created_at} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listed>
    </div>
  );
};
