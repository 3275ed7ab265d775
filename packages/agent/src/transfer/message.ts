/**
 * The custom transfer protocol of git-lfs (docs/custom-transfers.md of git-lfs): one JSON object a line, from git-lfs on stdin, to it on stdout.
 * Names are those of the wire.
 */

export interface InitMessage {
  readonly event: 'init';
  readonly operation: 'upload' | 'download';
  /** The name or the URL of git's remote. */
  readonly remote: string | undefined;
}

/** Where git-lfs was told to transfer an object; there is none in standalone mode, where nobody has told it. */
export interface Action {
  readonly href: string;
  readonly header: Readonly<Record<string, string>>;
}

export interface UploadMessage {
  readonly event: 'upload';
  readonly oid: string;
  readonly size: number;
  /** Where the bytes are. */
  readonly path: string;
  readonly action: Action | undefined;
}

export interface DownloadMessage {
  readonly event: 'download';
  readonly oid: string;
  readonly size: number;
  readonly action: Action | undefined;
}

export interface TerminateMessage {
  readonly event: 'terminate';
}

export type Message = InitMessage | UploadMessage | DownloadMessage | TerminateMessage;

/** A code for machines, a sentence for people; git-lfs shows both. */
export interface TransferError {
  readonly code: number;
  readonly message: string;
}

/** What the agent answers. `init` is answered by an empty object or by its error. */
export type Reply =
  | { readonly error?: TransferError }
  | { readonly event: 'progress'; readonly oid: string; readonly bytesSoFar: number; readonly bytesSinceLast: number }
  | { readonly event: 'complete'; readonly oid: string; readonly path?: string; readonly error?: TransferError };
