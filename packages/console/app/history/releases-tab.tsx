import { useQuery } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { valueOf } from '../api/failure.js';
import { useChange } from '../api/use-change.js';
import { pageOf, useList } from '../api/use-list.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient } from '../session/session.js';
import { Ago } from '../ui/ago.js';
import { Card } from '../ui/card.js';
import { Command } from '../ui/command.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { bytesText, counted, shortId } from '../ui/format.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Listed } from '../ui/listed.js';
import { Loaded } from '../ui/loaded.js';
import { Table } from '../ui/table.js';

const Markdown = lazyPart(async () => (await import('../preview/markdown.js')).Markdown);

/** The tags of the history, as releases. */
export const ReleasesTab = ({ repository: { id }, may }: RepositoryTabProps) => {
  const list = useList(['repository', id, 'releases'], async (api, request) => {
    const params = { path: { repoID: id }, query: pageOf(request) };
    const { data } = await valueOf(api.GET('/api/v1/repositories/{repoID}/releases', { params, signal: request.signal }));
    return { items: data.releases, next: data.next_cursor };
  });
  return (
    <Listed
      list={list}
      empty={
        <Empty title="No release yet">
          <p>Every tag of the Git history is a release, and the message of the tag its notes.</p>
          {may('repository.push') ? (
            <>
              <p>Make one in a clone, push it, and index it:</p>
              <Command label="Make a release" text={'git tag -a v1.0 -m "What is new"\ngit push origin v1.0\nsvc index'} />
            </>
          ) : (
            <p>Somebody who may push makes one, and indexes it.</p>
          )}
        </Empty>
      }
    >
      {(releases) => (
        <Table
          titles={[
            { label: 'Release' },
            { label: 'Files', isNumber: true },
            { label: 'Size', isNumber: true },
            { label: 'When', isNumber: true },
          ]}
        >
          {releases.map((release) => (
            <tr key={release.tag}>
              <td>
                <a href={paths.release(id, release.tag)}>{release.tag}</a>
                <p class="quiet small">{release.notes.split('\n')[0]}</p>
              </td>
              <td class="number">{release.files}</td>
              <td class="number">{bytesText(release.size)}</td>
              <td class="number">
                <Ago at={release.published_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Listed>
  );
};

const useRelease = (repository: string, tag: string) => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['repository', repository, 'release', tag],
    queryFn: async ({ signal }) => {
      const params = { path: { repoID: repository, tag } };
      return (await valueOf(api.GET('/api/v1/repositories/{repoID}/releases/{tag}', { params, signal }))).data.release;
    },
  });
};

const NotesForm = ({
  repository,
  tag,
  notes,
  close,
}: {
  readonly repository: string;
  readonly tag: string;
  readonly notes: string;
  readonly close: () => void;
}) => {
  const save = useChange(
    (api, text: string) =>
      api.PATCH('/api/v1/repositories/{repoID}/releases/{tag}', {
        params: { path: { repoID: repository, tag } },
        body: { notes: text },
      }),
    ['repository', repository],
  );
  const submit = (form: HTMLFormElement): void => {
    const text = new FormData(form).get('notes');
    if (typeof text === 'string') save.mutate(text, { onSuccess: close });
  };
  return (
    <Form class="stack" fault={save.error} action="Save notes" isBusy={save.isPending} onSubmit={submit} cancel={close}>
      <Field label="Notes" hint="Markdown. They stay until the tag is removed.">
        <textarea name="notes" rows={8} defaultValue={notes} />
      </Field>
    </Form>
  );
};

/** One release: its notes, and where its files are. */
const Release = ({ repository: { id }, may, tag }: RepositoryTabProps & { readonly tag: string }) => {
  const query = useRelease(id, tag);
  const [isEditing, setEditing] = useState(false);
  return (
    <Loaded query={query}>
      {(release) => (
        <div class="stack">
          <Card
            title={release.tag}
            actions={
              <div class="line">
                <a class="button" href={paths.compare(id, { base: release.tag })}>
                  Compare with now
                </a>
                <a class="button main-action" href={paths.folder(id, { ref: release.tag })}>
                  Browse its files
                </a>
              </div>
            }
            isPadded
          >
            <dl class="facts">
              <dt>Published</dt>
              <dd>
                <Ago at={release.published_at} />
                {release.tagger === undefined ? null : ` by ${release.tagger.name}`}
              </dd>
              <dt>Commit</dt>
              <dd>
                <a href={paths.commit(id, release.commit.id)}>
                  <span class="mono">{shortId(release.commit.id)}</span> {release.commit.subject}
                </a>
              </dd>
              <dt>Holds</dt>
              <dd>
                {counted(release.files, 'file')}, {bytesText(release.size)}
              </dd>
            </dl>
          </Card>
          <Card
            title="Notes"
            actions={
              !isEditing && may('repository.update') ? (
                <button type="button" class="button plain" onClick={() => setEditing(true)}>
                  Edit
                </button>
              ) : undefined
            }
          >
            {isEditing ? (
              <div class="card-body">
                <NotesForm repository={id} tag={release.tag} notes={release.notes} close={() => setEditing(false)} />
              </div>
            ) : release.notes === '' ? (
              <p class="card-note">No notes yet.</p>
            ) : (
              <Markdown text={release.notes} />
            )}
          </Card>
        </div>
      )}
    </Loaded>
  );
};

/** The release that the address names. Notes that were begun for one go with it: they would be saved as those of the next one. */
export const ReleasePage = (props: RepositoryTabProps) => {
  const { tag = '' } = useLocation().query;
  return <Release key={tag} tag={tag} {...props} />;
};
