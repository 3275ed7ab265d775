const textOf = (status: number, isOfOtherOrigin: boolean): string => {
  if (status !== 0) return `The storage answered ${String(status)}.`;
  return isOfOtherOrigin
    ? 'The storage cannot be reached: the connection broke, or the rules of the bucket (CORS) do not let this page in.'
    : 'The connection to the storage broke.';
};

/** What a storage says to a signed URL that it does not serve. A browser tells nothing of an answer that the page may not read, not even that there was one: its status is 0. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused';
  constructor(
    readonly status: number,
    isOfOtherOrigin: boolean,
  ) {
    super(textOf(status, isOfOtherOrigin));
  }
}
