import { useQueryClient } from '@tanstack/preact-query';
import type { TargetedDragEvent } from 'preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import type { Client } from '@svc/client';
import { paths } from '../paths.js';
import type { RepositoryTabProps } from '../repositories/repository-page.js';
import { useClient, useSession } from '../session/session.js';
import { ActionButton } from '../ui/action-button.js';
import { Card } from '../ui/card.js';
import { bytesText, counted, countText, shortId } from '../ui/format.js';
import { Table } from '../ui/table.js';
import { chosenFiles, droppedFiles } from './dropped-files.js';
import {
  createUploadQueue,
  isRemovable,
  type NamedFile,
  type Upload,
  type UploadQueue,
  type UploadState,
} from './upload-queue.js';

/** Uploads go on while people look at other pages: by client, so that they end with the credential, and by repository. */
const queues = new WeakMap<Client, Map<string, UploadQueue>>();

const useQueue = (repository: string): UploadQueue => {
  const client = useClient();
  const { end } = useSession();
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0);
  const ofClient = queues.get(client) ?? new Map<string, UploadQueue>();
  queues.set(client, ofClient);
  const queue = ofClient.get(repository) ?? createUploadQueue(client, repository, end);
  ofClient.set(repository, queue);
  useEffect(() => queue.subscribe(() => redraw(undefined)), [queue]);
  return queue;
};

const stateText = {
  waiting: 'Waiting',
  hashing: 'Hashing',
  sending: 'Sending',
  completed: 'Sent',
  stored: 'Stored',
  failed: 'Failed',
} as const satisfies Record<UploadState, string>;

interface UploadRowProps {
  readonly repository: string;
  readonly upload: Upload;
  readonly onRemove: () => void;
}

const UploadRow = ({ repository, upload, onRemove }: UploadRowProps) => (
  <tr>
    <td>
      {upload.state === 'stored' && upload.oid !== undefined ? (
        <a href={paths.object(repository, upload.oid)}>{upload.name}</a>
      ) : (
        upload.name
      )}
      {upload.oid === undefined ? null : <p class="quiet small mono">{shortId(upload.oid)}…</p>}
      {upload.problem === undefined ? null : <p class="small">{upload.problem}</p>}
    </td>
    <td class="number">{bytesText(upload.sizeBytes)}</td>
    <td class="progress">
      <span class={upload.state === 'failed' ? 'tag bad' : upload.state === 'stored' ? 'tag good' : 'tag'}>
        {stateText[upload.state]}
      </span>
      {upload.state === 'hashing' || upload.state === 'sending' ? (
        <progress
          class="meter"
          aria-label={`${stateText[upload.state]} ${upload.name}`}
          value={upload.doneBytes}
          max={Math.max(1, upload.sizeBytes)}
        />
      ) : null}
    </td>
    <td class="number">{isRemovable(upload) ? <ActionButton onAct={onRemove}>Remove</ActionButton> : null}</td>
  </tr>
);

interface FileChoiceProps {
  readonly label: string;
  readonly isFolder?: boolean;
  readonly onFiles: (files: readonly NamedFile[]) => void;
}

/** The browser's own choice of files, under a button that looks like all others. */
const FileChoice = ({ label, isFolder = false, onFiles }: FileChoiceProps) => (
  <label class="button file-choice">
    {label}
    <input
      class="for-readers"
      type="file"
      multiple
      {...(isFolder ? { webkitdirectory: true } : {})}
      onChange={({ currentTarget: input }) => {
        onFiles(chosenFiles(input.files));
        // The browser tells of no change where the same file is chosen again.
        input.value = '';
      }}
    />
  </label>
);

/** As many names as one reads; of more the number is said. */
const mostNames = 5;

const unreadText = (paths: readonly string[]): string => {
  const more = paths.length - mostNames;
  const names = [...paths.slice(0, mostNames), ...(more > 0 ? [counted(more, 'other')] : [])];
  return `The browser could not read ${names.join(', ')}. Nothing of that is uploaded.`;
};

const DropPlace = ({ onFiles }: { readonly onFiles: (files: readonly NamedFile[]) => void }) => {
  const [isOver, setOver] = useState(false);
  const [unread, setUnread] = useState<readonly string[]>([]);
  const over = (event: TargetedDragEvent<HTMLElement>): void => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: TargetedDragEvent<HTMLElement>): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer === null) return;
    void droppedFiles(event.dataTransfer).then((dropped) => {
      setUnread(dropped.unread);
      onFiles(dropped.files);
    });
  };
  return (
    <section
      class={isOver ? 'drop over' : 'drop'}
      aria-label="Drop files here"
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h2>Drop files or folders here</h2>
      <p class="quiet">They go straight to the storage. The service checks every byte by its SHA-256.</p>
      <div class="line">
        <FileChoice label="Choose files" onFiles={onFiles} />
        <FileChoice label="Choose a folder" onFiles={onFiles} isFolder />
      </div>
      {unread.length === 0 ? null : (
        <p class="notice bad details" role="alert">
          {unreadText(unread)}
        </p>
      )}
    </section>
  );
};

/** As many as eyes take in: those that need them first. */
const mostRows = 200;
const order = ['failed', 'sending', 'hashing', 'waiting', 'completed', 'stored'] as const satisfies readonly UploadState[];

const shownOf = (uploads: readonly Upload[]): readonly Upload[] => {
  if (uploads.length <= mostRows) return uploads;
  return uploads.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)).slice(0, mostRows);
};

/** What has come of files of which none is on its way any more. How many are stored stands in the title below, and would be heard twice. */
const endText = (failed: number): string => (failed === 0 ? 'All files are stored' : `${counted(failed, 'file')} failed`);

/** Files from this computer into the repository. */
export const UploadsTab = ({ repository: { id }, may }: RepositoryTabProps) => {
  const queue = useQueue(id);
  const queries = useQueryClient();
  const { uploads, isPaused, problem } = queue.state();
  const hasFailed = problem !== undefined || uploads.some(({ state }) => state === 'failed');
  const stored = uploads.filter(({ state }) => state === 'stored').length;
  const isBusy = uploads.some(({ state }) => state !== 'stored' && state !== 'failed');
  const sent = uploads.filter(({ state }) => state === 'completed').length;
  const title =
    stored === uploads.length
      ? `${counted(stored, 'file')} stored`
      : `${countText(stored)} of ${counted(uploads.length, 'file')}${sent === 0 ? '' : `, ${countText(sent)} sent`}`;
  useEffect(() => {
    if (stored > 0) void queries.invalidateQueries({ queryKey: ['repository', id] });
  }, [stored, queries, id]);
  return (
    <div class="stack">
      {may('repository.push') ? (
        <DropPlace onFiles={queue.add} />
      ) : (
        <p class="notice">You may look at this repository, and not upload to it: that takes the level Write.</p>
      )}
      {problem === undefined ? null : (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      {/* For who does not see that they have come to their end. */}
      <p class="for-readers" role="status">
        {uploads.length === 0 || isBusy ? '' : endText(uploads.length - stored)}
      </p>
      {uploads.length === 0 ? null : (
        <Card
          title={title}
          actions={
            isPaused || hasFailed ? (
              <ActionButton class="button" onAct={queue.resume}>
                {isPaused ? 'Go on' : 'Try again'}
              </ActionButton>
            ) : isBusy ? (
              <ActionButton class="button" onAct={queue.pause}>
                Pause
              </ActionButton>
            ) : undefined
          }
        >
          <Table
            titles={[
              { label: 'File' },
              { label: 'Size', isNumber: true },
              { label: 'State' },
              { label: 'What to do', isHidden: true },
            ]}
          >
            {shownOf(uploads).map((upload) => (
              <UploadRow key={upload.id} repository={id} upload={upload} onRemove={() => queue.remove(upload.id)} />
            ))}
          </Table>
          {uploads.length <= mostRows ? null : <p class="file-foot">{counted(uploads.length - mostRows, 'more file')}</p>}
        </Card>
      )}
      <p class="quiet small">
        What is uploaded here is stored under its SHA-256 and its name. Branches are changed with Git: use Git LFS or svc to put
        files into a commit.
      </p>
    </div>
  );
};
