import type { ApiClient } from '../client/api-client.js';
import type { Answer } from '../client/exchange.js';

/** A URL that takes one of the lane's objects. */
interface Upload {
  readonly url: string;
  readonly header: Readonly<Record<string, string>>;
  /** Of the object among the lane's. */
  readonly name: number;
  readonly verifyUrl: string | undefined;
  /** Of the upload session that it belongs to, when that is not a batch's own. */
  readonly sessionPath: string | undefined;
}

/** What one lane of requests has found out on one server. The lists of two servers that answer alike grow alike. */
export interface Known {
  readonly organizations: string[];
  readonly repositories: string[];
  readonly tokens: { readonly id: string; readonly secret: string }[];
  readonly sessions: { readonly repository: string; readonly id: string }[];
  readonly uploads: Upload[];
  readonly downloads: string[];
  readonly locks: { readonly repository: string; readonly id: string }[];
}

/** One lane on one server: its user's client, a stranger's, and what they know. */
export interface Side {
  readonly lane: number;
  readonly api: ApiClient;
  readonly stranger: ApiClient;
  readonly strangerId: string;
  readonly known: Known;
  /** Names in place of what differs between any two servers. */
  readonly comparable: (answer: Answer) => Comparable;
}

/** An answer without ids, times, secrets and addresses. */
export interface Comparable {
  readonly status: number;
  readonly type: string | undefined;
  readonly facts: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

export const newKnown = (): Known => ({
  organizations: [],
  repositories: [],
  tokens: [],
  sessions: [],
  uploads: [],
  downloads: [],
  locks: [],
});
