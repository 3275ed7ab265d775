/** Lets whatever else waits for the thread have its turn. */
export type Pause = () => Promise<void>;

/** What long work does between its slices, as a `Clock` gives it: nothing where that cannot pause. */
export const pauseOf = ({ pause }: { readonly pause?: Pause | undefined }): Pause => pause ?? (() => Promise.resolve());
