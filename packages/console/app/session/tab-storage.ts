/** What browsers keep of a tab; some deny it where people block cookies, and others have none then. */
const storage = (): Storage | null => {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
};

/** What this tab keeps until it is closed, also when it is loaded anew. A browser that denies its storage keeps nothing. */
export const tabStorage = {
  read: (key: string): string | undefined => storage()?.getItem(key) ?? undefined,
  /** Whether it is kept. */
  keep: (key: string, value: string): boolean => {
    const place = storage();
    place?.setItem(key, value);
    return place !== null;
  },
  forget: (key: string): void => storage()?.removeItem(key),
};
