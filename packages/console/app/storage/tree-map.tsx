import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { foldersOf } from '../files/place.js';
import { paths } from '../paths.js';
import { Card } from '../ui/card.js';
import { bytesText, countText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Crumbs } from '../ui/page.js';
import { Table } from '../ui/table.js';
import { type FolderPart, partsOf } from './folder-parts.js';
import { useFolderSizes } from './folders.js';
import { tilesOf } from './tree-map-layout.js';

/** Width to height, as in the style sheet. */
const ratio = 4;
/** In hundredths of the box: text does not fit into less. */
const leastLabelWidth = 7;
const leastLabelHeight = 16;

interface TilesProps {
  readonly repository: string;
  readonly parts: readonly FolderPart[];
}

/** A tile for each part. Those of folders are links, as the rows of the table below are: the keyboard needs them once only. */
const Tiles = ({ repository, parts }: TilesProps) => {
  const { route } = useLocation();
  const tiles = useMemo(
    () =>
      tilesOf(
        parts.map(({ physicalBytes }) => Math.max(0, physicalBytes)),
        ratio,
      ),
    [parts],
  );
  return (
    <div class="tree-map" aria-hidden="true">
      {parts.map(({ label, path, physicalBytes }, at) => {
        const tile = tiles[at];
        if (tile === undefined || tile.width <= 0 || tile.height <= 0) return null;
        const hasRoom = tile.width >= leastLabelWidth && tile.height >= leastLabelHeight;
        return (
          <div
            key={path ?? label}
            class={path === undefined ? 'tile' : 'tile folder'}
            title={`${label} ${bytesText(physicalBytes)}`}
            style={{
              left: `${String(tile.left)}%`,
              top: `${String(tile.top)}%`,
              width: `${String(tile.width)}%`,
              height: `${String(tile.height)}%`,
            }}
            onClick={() => (path === undefined ? undefined : route(paths.storage(repository, path)))}
          >
            {hasRoom ? (
              <>
                <strong class="cut">{label}</strong>
                <span class="cut small">{bytesText(physicalBytes)}</span>
              </>
            ) : null}
          </div>
        );
      })}
    </div>
  );
};

const FolderTable = ({ repository, parts }: TilesProps) => (
  <Table
    titles={[
      { label: 'Folder' },
      { label: 'Objects', isNumber: true },
      { label: 'Size', isNumber: true },
      { label: 'Stored', isNumber: true },
    ]}
  >
    {parts.map(({ label, path, objects, logicalBytes, physicalBytes }) => (
      <tr key={path ?? label}>
        <td>{path === undefined ? label : <a href={paths.storage(repository, path)}>{label}</a>}</td>
        <td class="number">{countText(objects)}</td>
        <td class="number">{bytesText(logicalBytes)}</td>
        <td class="number">{bytesText(physicalBytes)}</td>
      </tr>
    ))}
  </Table>
);

/** Where the bytes are, folder by folder: a picture, and the same as a table. */
export const TreeMap = ({ repository, name }: { readonly repository: string; readonly name: string }) => {
  const path = useLocation().query['folder'] ?? '';
  const query = useFolderSizes(repository, path);
  const steps = foldersOf(path);
  return (
    <Card title="By folder">
      {steps.length === 0 ? null : (
        <div class="card-note">
          <Crumbs
            label="Folder"
            crumbs={[
              { label: name, href: paths.storage(repository) },
              ...steps.map((step, at) =>
                at === steps.length - 1 ? { label: step.name } : { label: step.name, href: paths.storage(repository, step.path) },
              ),
            ]}
          />
        </div>
      )}
      <Loaded query={query}>
        {(folders) => {
          const parts = partsOf(folders);
          if (parts.length === 0) return <p class="card-note">Nothing with a name is stored here.</p>;
          return (
            <>
              {parts.length > 1 ? <Tiles repository={repository} parts={parts} /> : null}
              <FolderTable repository={repository} parts={parts} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
};
