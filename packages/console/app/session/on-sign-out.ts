const callbacks = new Set<() => void>();

/** Has something end with the session, however that ends. */
export const onSignOut = (callback: () => void): void => {
  callbacks.add(callback);
};

/** Ends what has asked for it, once. */
export const tellSignOut = (): void => {
  for (const callback of callbacks) callback();
  callbacks.clear();
};
