import type { ApiSchema } from '@svc/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { paths } from '../paths.js';
import { placeOf, shownName } from '../files/place.js';
import { bytesText, counted } from '../ui/format.js';
import { FromTo } from '../ui/from-to.js';
import { Table } from '../ui/table.js';
import { formerPath } from './former-path.js';
import { ImageSwipe, imageTypeOf } from './image-swipe.js';
import { TensorChanges, tensorObjectsOf } from './tensor-changes.js';

export type Change = ApiSchema<'browsing.commit.200'>['files'][number];
export type Totals = ApiSchema<'browsing.commit.200'>['totals'];

const statusTag = {
  added: ['good', 'Added'],
  modified: ['warn', 'Changed'],
  removed: ['bad', 'Removed'],
  renamed: ['accent', 'Renamed'],
} as const;

/** In Git it is a commit of another repository: there is no file to open. */
const submoduleMode = '160000';

/** By how much a file has grown or shrunk. */
const growth = ({ before, after }: Change): string => {
  const bytes = (after?.size ?? 0) - (before?.size ?? 0);
  if (bytes === 0) return 'same size';
  return `${bytes > 0 ? '+' : '−'}${bytesText(Math.abs(bytes))}`;
};

const pathContent = (change: Change): ComponentChildren => {
  const former = formerPath(change);
  const name = shownName(change.path, change.path_base64);
  const formerName = shownName(former.path, former.path_base64);
  return name === formerName ? name : <FromTo from={formerName} to={name} />;
};

interface ChangesProps {
  readonly repository: string;
  /** The commit that has what is new, and the one that has what is gone. */
  readonly newRef: string;
  readonly oldRef: string | undefined;
  readonly changes: readonly Change[];
}

interface ChangeRowProps extends Omit<ChangesProps, 'changes'> {
  readonly change: Change;
}

const ChangeRow = ({ repository, newRef, oldRef, change }: ChangeRowProps) => {
  const [isOpen, setOpen] = useState(false);
  const [kind, label] = statusTag[change.status];
  const file = change.after ?? change.before;
  const isSubmodule = file?.mode === submoduleMode;
  const ref = change.status === 'removed' ? oldRef : newRef;
  const imageType = oldRef === undefined ? undefined : imageTypeOf(change);
  const tensors = tensorObjectsOf(change);
  return (
    <>
      <tr>
        <td>
          {ref === undefined || isSubmodule ? (
            pathContent(change)
          ) : (
            <a href={paths.file(repository, placeOf(ref, change))}>{pathContent(change)}</a>
          )}{' '}
          {file?.is_lfs === true ? <span class="tag">LFS</span> : null}
          {isSubmodule ? <span class="tag">Submodule</span> : null}
          {imageType === undefined && tensors === undefined ? null : (
            <button type="button" class="button plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {tensors === undefined ? 'Compare the images' : 'Compare the tensors'}
            </button>
          )}
        </td>
        <td>
          <span class={`tag ${kind}`}>{label}</span>
        </td>
        <td class="number">{change.before === undefined ? '' : bytesText(change.before.size)}</td>
        <td class="number">{change.after === undefined ? '' : bytesText(change.after.size)}</td>
        <td class="number">{growth(change)}</td>
      </tr>
      {isOpen && imageType !== undefined && oldRef !== undefined ? (
        <tr>
          <td colSpan={5}>
            <ImageSwipe repository={repository} oldRef={oldRef} newRef={newRef} change={change} type={imageType} />
          </td>
        </tr>
      ) : null}
      {isOpen && tensors !== undefined ? (
        <tr>
          <td colSpan={5}>
            <TensorChanges repository={repository} old={tensors.old} current={tensors.current} />
          </td>
        </tr>
      ) : null}
    </>
  );
};

/** Files that differ, with the sizes of what people get. */
export const Changes = ({ repository, newRef, oldRef, changes }: ChangesProps) => (
  <Table
    titles={[
      { label: 'File' },
      { label: 'What' },
      { label: 'Before', isNumber: true },
      { label: 'After', isNumber: true },
      { label: 'Difference', isNumber: true },
    ]}
  >
    {changes.map((change) => (
      <ChangeRow
        key={`${change.path} ${change.path_base64 ?? ''}`}
        repository={repository}
        newRef={newRef}
        oldRef={oldRef}
        change={change}
      />
    ))}
  </Table>
);

/** How much has changed, over all files. */
export const ChangeTotals = ({ totals: { added, modified, removed } }: { readonly totals: Totals }) => (
  <dl class="figures">
    <div>
      <dt>Added</dt>
      <dd>
        {counted(added.files, 'file')}, {bytesText(added.bytes)}
      </dd>
    </div>
    <div>
      <dt>Changed</dt>
      <dd>
        {counted(modified.files, 'file')}, {bytesText(modified.bytes_before)} → {bytesText(modified.bytes_after)}
      </dd>
    </div>
    <div>
      <dt>Removed</dt>
      <dd>
        {counted(removed.files, 'file')}, {bytesText(removed.bytes)}
      </dd>
    </div>
  </dl>
);
