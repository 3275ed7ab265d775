/** What a peer needed for one thing. */
export interface Spent {
  readonly seconds: number;
  /** Processor time of the command, and of its server where it has one. */
  readonly cpuSeconds: number;
}

/** A tool that keeps versions of files, each call a process of its own. */
export interface Peer {
  readonly name: string;
  /** Prepares an empty repository. */
  create(): Promise<void>;
  /** Stores the file as a version. */
  store(version: string, path: string): Promise<Spent>;
  /** Gets a version back into the folder. */
  restore(version: string, folder: string): Promise<Spent>;
  /** What all versions occupy, in bytes. */
  storedBytes(): Promise<number>;
  /** Ends what it runs. */
  stop(): Promise<void>;
}
