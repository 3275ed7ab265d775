import type { Client } from '@svc/client';
import type { Oid } from '@svc/core';
import { isStatus, valueOf } from '../api/failure.js';
import { onSignOut } from '../session/on-sign-out.js';
import { hashFile } from './hash-file.js';
import { sendObject } from './send-object.js';
import { uploadName } from './upload-name.js';
import { createUploadSession, isSessionOver } from './upload-session.js';

/** `completed`: the service has all of it, and its session is not finalized: the repository does not have it yet. */
export type UploadState = 'waiting' | 'hashing' | 'sending' | 'completed' | 'stored' | 'failed';

/** A file on its way. */
export interface Upload {
  readonly id: number;
  /** Its path below the folder that was dropped, or its name. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: UploadState;
  /** Of the hashing or the sending, whichever goes on. */
  readonly doneBytes: number;
  readonly oid?: string;
  readonly problem?: string;
}

/** Whether it can be taken out of the queue: what is on its way is paused before, and what was sent or stored stays. */
export const isRemovable = ({ state }: Upload): boolean => state === 'waiting' || state === 'failed';

export interface NamedFile {
  readonly name: string;
  readonly file: File;
}

export interface QueueState {
  readonly uploads: readonly Upload[];
  readonly isPaused: boolean;
  readonly problem?: string;
}

export interface UploadQueue {
  readonly state: () => QueueState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly add: (files: readonly NamedFile[]) => void;
  readonly pause: () => void;
  /** Goes on after a pause, and tries those again that failed. */
  readonly resume: () => void;
  /** Takes a file out that waits, also after a pause, or that has failed; others stay. */
  readonly remove: (id: number) => void;
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : 'Something went wrong.');

/** Whether it is no fault of the file that is on its way. */
const concernsAll = (fault: unknown): boolean => isSessionOver(fault) || isStatus(fault, 401);

/** Files on their way into a repository, one after the other; the parts of each go at the same time. `onRefused` hears that the credential is not accepted any more. */
export const createUploadQueue = (client: Client, repository: string, onRefused: () => void): UploadQueue => {
  const uploadSession = createUploadSession(client, repository);
  const files = new Map<number, File>();
  /** What was hashed once is not hashed again after a pause. */
  const oids = new Map<number, Oid>();
  const listeners = new Set<() => void>();
  let current: QueueState = { uploads: [], isPaused: false };
  let running: AbortController | undefined;
  let lastId = 0;
  let isToldOf = false;

  const set = (change: Partial<QueueState>): void => {
    current = { ...current, ...change };
    if (isToldOf) return;
    // However often the bytes move, the page is drawn once a frame.
    isToldOf = true;
    requestAnimationFrame(() => {
      isToldOf = false;
      for (const listener of listeners) listener();
    });
  };
  const update = (id: number, change: Partial<Upload>): void =>
    set({ uploads: current.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)) });
  const completed = (): readonly Upload[] => current.uploads.filter(({ state }) => state === 'completed');
  const updateCompleted = (change: Partial<Upload>): void =>
    set({ uploads: current.uploads.map((each) => (each.state === 'completed' ? { ...each, ...change } : each)) });

  const upload = async (session: string, { id, name, sizeBytes }: Upload, signal: AbortSignal): Promise<void> => {
    const file = files.get(id);
    if (file === undefined) return;
    update(id, { state: 'hashing', doneBytes: 0 });
    const oid = oids.get(id) ?? (await hashFile(file, (doneBytes) => update(id, { doneBytes }), signal));
    oids.set(id, oid);
    update(id, { state: 'sending', doneBytes: 0, oid });
    const object = { oid, sizeBytes, name: uploadName(name) };
    await sendObject({ client, repository, session, object, file, onProgress: (doneBytes) => update(id, { doneBytes }), signal });
    update(id, { state: 'completed', doneBytes: sizeBytes });
  };

  const next = (): Upload | undefined => current.uploads.find(({ state }) => state === 'waiting');

  const sendWaiting = async (session: string, signal: AbortSignal): Promise<void> => {
    for (let each = next(); each !== undefined && !signal.aborted; each = next()) {
      const { id } = each;
      await upload(session, each, signal).catch((fault: unknown) => {
        if (signal.aborted || concernsAll(fault)) update(id, { state: 'waiting', doneBytes: 0 });
        else update(id, { state: 'failed', problem: messageOf(fault) });
        if (concernsAll(fault)) throw fault;
      });
    }
  };

  /** `sentBefore`: how many the session before this one had when it ended. One that ends with no more of them would be followed by others for ever. */
  const run = async (signal: AbortSignal, sentBefore = -1): Promise<void> => {
    const session = await uploadSession.open(signal);
    try {
      await sendWaiting(session, signal);
      if (signal.aborted || completed().length === 0) return;
      await valueOf(client.uploads.finalize(repository, session, { signal }));
    } catch (fault) {
      const sent = completed().length;
      if (!isSessionOver(fault) || sent <= sentBefore) throw fault;
      uploadSession.leave();
      // What the repository has by now is not sent again: the service says so.
      updateCompleted({ state: 'waiting', doneBytes: 0 });
      return run(signal, sent);
    }
    uploadSession.leave();
    updateCompleted({ state: 'stored' });
  };

  const start = (): void => {
    if (running !== undefined || (next() === undefined && completed().length === 0)) return;
    // What has failed before is tried now.
    const { problem: _, ...rest } = current;
    current = rest;
    const controller = new AbortController();
    running = controller;
    run(controller.signal)
      .catch((fault: unknown) => {
        if (controller.signal.aborted) return;
        if (isStatus(fault, 401)) onRefused();
        else set({ problem: messageOf(fault) });
      })
      .finally(() => {
        running = undefined;
        // What was added, or resumed, while it came to its end.
        if (!current.isPaused && current.problem === undefined) start();
      });
  };

  const remove = (id: number): void => {
    const uploads = current.uploads.filter((each) => each.id !== id || !isRemovable(each));
    if (uploads.length === current.uploads.length) return;
    files.delete(id);
    oids.delete(id);
    set({ uploads });
    if (uploads.some(({ state }) => state !== 'stored')) return;
    // Nothing is left to go on with, or to try again.
    current = { uploads, isPaused: false };
    void uploadSession.giveUp();
  };

  const pause = (): void => {
    set({ isPaused: true });
    running?.abort();
  };
  onSignOut(pause);
  window.addEventListener('beforeunload', (event) => {
    // The browser asks whether the person means it.
    if (running !== undefined) event.preventDefault();
  });

  return {
    state: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (added) => {
      const uploads = added.map(({ name, file }): Upload => {
        lastId += 1;
        files.set(lastId, file);
        return { id: lastId, name, sizeBytes: file.size, state: 'waiting', doneBytes: 0 };
      });
      set({ uploads: [...current.uploads, ...uploads] });
      if (!current.isPaused) start();
    },
    pause,
    resume: () => {
      const uploads = current.uploads.map((each): Upload => {
        const { problem: _of, ...upload } = each;
        return each.state === 'failed' ? { ...upload, state: 'waiting', doneBytes: 0 } : each;
      });
      set({ uploads, isPaused: false });
      start();
    },
    remove,
  };
};
