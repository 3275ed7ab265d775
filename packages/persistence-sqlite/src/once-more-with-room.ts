import { mayLackRoom } from './classify-error.js';

/** Does something, and once more where it met a disk that may be full and `makeRoom` has made some room. */
export const onceMoreWithRoom = async <T>(act: () => Promise<T>, makeRoom: () => boolean): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    if (!mayLackRoom(error) || !makeRoom()) throw error;
  }
  return act();
};
