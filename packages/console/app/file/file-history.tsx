import { nextPageOf } from '../api/next-page.js';
import { paths, type Place } from '../paths.js';
import { Ago } from '../ui/ago.js';
import { Bytes } from '../ui/bytes.js';
import { shortId } from '../ui/format.js';
import { MoreButton } from '../ui/more-button.js';
import { Problem } from '../ui/problem.js';
import { placeOf } from '../files/place.js';
import { useVersions } from './file.js';
import { type Version, versionTarget } from './version-target.js';

const statusText = { added: 'Added', modified: 'Changed', removed: 'Removed', renamed: 'Renamed' } as const;

const addressOf = (repository: string, version: Version): string => {
  const place = placeOf(version.commit.id, version);
  switch (versionTarget(version)) {
    case 'file':
      return paths.file(repository, place);
    case 'folder':
      return paths.folder(repository, place);
    case 'commit':
      return paths.commit(repository, version.commit.id);
  }
};

/** The versions that a file has had. */
export const FileHistory = ({ repository, place }: { readonly repository: string; readonly place: Place }) => {
  const query = useVersions(repository, place);
  if (query.isLoadingError) return <Problem fault={query.error} retry={() => void query.refetch()} />;
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  if (versions.length === 0) return null;
  return (
    <section class="card" aria-labelledby="history">
      <div class="card-head">
        <h2 id="history">History</h2>
      </div>
      <div class="table-scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Commit</th>
              <th scope="col">What</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col" class="number">
                When
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={`${version.commit.id} ${version.path}`}>
                <td>
                  <a href={addressOf(repository, version)}>
                    <span class="mono">{shortId(version.commit.id)}</span> {version.commit.subject}
                  </a>
                  <p class="quiet small">{version.commit.author.name}</p>
                </td>
                <td>{statusText[version.status]}</td>
                <td class="number">{version.file === undefined ? '' : <Bytes of={version.file.size} />}</td>
                <td class="number">
                  <Ago at={version.commit.committer.at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreButton more={nextPageOf(query)} label="Show older versions" />
    </section>
  );
};
