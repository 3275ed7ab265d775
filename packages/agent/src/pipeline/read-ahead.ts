/** The same items; while one is worked on, the next ones come already, up to `most`. What has failed is thrown where it stands. */
export async function* readAhead<T>(items: AsyncGenerator<T, void, undefined>, most = 1): AsyncGenerator<T, void, undefined> {
  const coming: Promise<IteratorResult<T, void>>[] = [];
  const fetch = (): void => {
    const next = items.next();
    // Its reader hears of it.
    next.catch(() => undefined);
    coming.push(next);
  };
  try {
    while (coming.length < most) fetch();
    for (;;) {
      fetch();
      const next = await coming.shift();
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    await items.return();
  }
}
