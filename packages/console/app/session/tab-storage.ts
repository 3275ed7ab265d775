/** What it gives; undefined where the browser denies its storage, as some do where people block cookies, has none, or has no room left in it. */
const ifAllowed = <T>(act: (storage: Storage) => T): T | undefined => {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
};

/** What this tab keeps until it is closed, also when it is loaded anew. A browser that denies its storage keeps nothing. */
export const tabStorage = {
  read: (key: string): string | undefined => ifAllowed((storage) => storage.getItem(key)) ?? undefined,
  /** Whether it is kept. */
  keep: (key: string, value: string): boolean =>
    ifAllowed((storage) => {
      storage.setItem(key, value);
      return true;
    }) ?? false,
  forget: (key: string): void => ifAllowed((storage) => storage.removeItem(key)),
};
