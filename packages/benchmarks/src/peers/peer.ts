/** A tool that keeps versions of files, each call a process of its own. */
export interface Peer {
  readonly name: string;
  /** Prepares an empty repository. */
  create(): Promise<void>;
  /** Stores the file as a version; resolves with the seconds that it took. */
  store(version: string, path: string): Promise<number>;
  /** Gets a version back into the folder; resolves with the seconds and with the file's path. */
  restore(version: string, folder: string): Promise<{ readonly seconds: number; readonly path: string }>;
  /** What all versions occupy, in bytes. */
  storedBytes(): Promise<number>;
}
