import type { ApiError, CallOptions, LfsBatchEntry, LfsEndpoint } from '@svc/client';
import type { Oid } from '@svc/core';
import { err, type Result, ResultAsync } from 'neverthrow';

/** An LFS URL that may be the right one. */
export interface LikelyEndpoint {
  readonly url: string;
  readonly endpoint: LfsEndpoint;
}

type Objects = readonly { readonly oid: Oid; readonly sizeBytes: number }[];

/** What a server answers where it has no Git LFS: that there is nothing, or a page for people. */
const hasNone = ({ status, code }: ApiError): boolean =>
  status === 404 || status === 405 || code === 'malformed_answer' || code === 'redirected';

/** That of two LFS URLs which is answered: the second is opened and asked where the first has no Git LFS, and the one that has is asked from then on. */
export const createEitherEndpoint = (first: LikelyEndpoint, openSecond: () => Promise<LikelyEndpoint>): LfsEndpoint => {
  let chosen: LfsEndpoint | undefined;
  const locateAt = async ({ endpoint }: LikelyEndpoint, objects: Objects, options: CallOptions | undefined) => {
    const located = await endpoint.locate(objects, options);
    if (located.isOk()) chosen = endpoint;
    return located;
  };
  const locate = async (
    objects: Objects,
    options: CallOptions | undefined,
  ): Promise<Result<readonly LfsBatchEntry[], ApiError>> => {
    const located = await locateAt(first, objects, options);
    if (located.isOk() || !hasNone(located.error)) return located;
    const second = await openSecond();
    const elsewhere = await locateAt(second, objects, options);
    if (elsewhere.isOk() || !hasNone(elsewhere.error)) return elsewhere;
    const message = `There is no Git LFS at ${first.url}, nor at ${second.url}: ${elsewhere.error.message}`;
    return err({ ...elsewhere.error, message });
  };
  return {
    locate: (objects, options) => chosen?.locate(objects, options) ?? new ResultAsync(locate(objects, options)),
    open: (action, beginsAt, options) => (chosen ?? first.endpoint).open(action, beginsAt, options),
  };
};
