import { useLocation } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';
import { nextPageOf } from '../api/next-page.js';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { Ago } from '../ui/ago.js';
import { Empty } from '../ui/empty.js';
import { Field } from '../ui/field.js';
import { counted, shortId } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { FileList } from './file-list.js';
import { type Entry, useFolder } from './folder.js';
import { NotIndexed } from './not-indexed.js';
import { PathCrumbs } from './path-crumbs.js';
import { shownName, usePlace } from './place.js';
import { isReadme, Readme } from './readme.js';
import { RefSelect } from './ref-select.js';
import { useRefs } from './refs.js';

/** Those with this in their names, whatever the case. The names are written small once, not at every key. */
const useFound = (entries: readonly Entry[], text: string): readonly Entry[] => {
  const wanted = text.trim().toLowerCase();
  const isAsked = wanted !== '';
  const names = useMemo(
    () => (isAsked ? entries.map(({ name, name_base64: bytes }) => shownName(name, bytes).toLowerCase()) : []),
    [entries, isAsked],
  );
  return useMemo(
    () => (isAsked ? entries.filter((_, at) => names[at]?.includes(wanted) === true) : entries),
    [entries, names, wanted, isAsked],
  );
};

/** A folder that came at once begins with its folders; a longer one stays in the order of Git, so that no row moves while more arrive. */
const ordered = (pages: readonly { readonly entries: readonly Entry[]; readonly next_cursor?: string }[]): readonly Entry[] => {
  const entries = pages.flatMap((page) => page.entries);
  if (pages[0]?.next_cursor !== undefined) return entries;
  const isFolder = ({ type }: Entry): boolean => type === 'folder';
  return [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
};

/** A folder of any commit. What is typed finds among its entries, of which all are fetched then. */
export const FilesTab = ({ repository, may }: RepositoryTabProps) => {
  const { id, name } = repository;
  const place = usePlace();
  const { route } = useLocation();
  const folder = useFolder(id, place);
  const refs = useRefs(id);
  const where = paths.folder(id, place);
  const [search, setSearch] = useState({ where, text: '' });
  // What was looked for in one folder is not meant for the next one.
  const text = search.where === where ? search.text : '';
  const entries = useMemo(() => ordered(folder.data?.pages ?? []), [folder.data]);
  const shown = useFound(entries, text);
  const readme = useMemo(() => entries.find(isReadme), [entries]);
  const more = nextPageOf(folder);
  const hasFailed = more?.fault !== undefined;
  const first = folder.data?.pages[0];
  const isIndexed = first === undefined ? (refs.data?.branches.length ?? 0) > 0 : first.indexed && first.commit !== undefined;
  return (
    <div class="stack">
      {/* They stay while another folder is on its way, and what has the focus in them keeps it. */}
      {isIndexed ? (
        <div class="file-tools">
          {refs.data === undefined ? null : (
            <Field label="Branch or release">
              <RefSelect refs={refs.data} value={place.ref} onChange={(ref) => route(paths.folder(id, { ...place, ref }))} />
            </Field>
          )}
          <div class="grow">
            <Field label="Find in this folder">
              <input
                type="search"
                value={text}
                placeholder="Part of a name"
                onInput={(event) => setSearch({ where, text: event.currentTarget.value })}
              />
            </Field>
          </div>
        </div>
      ) : null}
      <Loaded query={{ data: first, error: folder.error, refetch: folder.refetch }}>
        {({ indexed, commit }) =>
          !indexed || commit === undefined ? (
            <NotIndexed repository={repository} may={may} />
          ) : (
            <>
              {place.path === undefined && place.bytes === undefined ? null : (
                <PathCrumbs repository={id} name={name} place={place} />
              )}
              <section class="card file-list" aria-label="Folder">
                <p class="last-commit">
                  <a class="mono" href={paths.commit(id, commit.id)}>
                    {shortId(commit.id)}
                  </a>
                  <span class="cut">{commit.subject}</span>
                  <span class="quiet">
                    {commit.author.name}, <Ago at={commit.committer.at} />
                  </span>
                </p>
                {shown.length === 0 && !hasFailed ? (
                  <Empty title={folder.hasNextPage ? 'Looking…' : 'Nothing here has this in its name'}>
                    <p>{folder.hasNextPage ? 'The folder is long.' : 'Try fewer letters, or another folder.'}</p>
                  </Empty>
                ) : null}
                <FileList repository={id} gitRef={place.ref} entries={shown} more={more} />
                {hasFailed ? (
                  <div class="card-body">
                    <Problem fault={more.fault} retry={more.fetch} />
                  </div>
                ) : null}
                <p class="file-foot" role="status">
                  {folder.hasNextPage
                    ? `${counted(entries.length, 'entry', 'entries')} so far`
                    : counted(shown.length, 'entry', 'entries')}
                </p>
              </section>
              {readme === undefined || !readme.is_stored ? null : <Readme repository={id} gitRef={place.ref} entry={readme} />}
            </>
          )
        }
      </Loaded>
    </div>
  );
};
