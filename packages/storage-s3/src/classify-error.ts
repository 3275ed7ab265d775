import { outage, unavailable, type Unavailable } from '@svc/core/model';
import { err, ResultAsync, type Result } from 'neverthrow';
import { S3Fault } from './s3-fault.js';

/** What servers that are no service of a cloud answer when their disks are full. */
const insufficientStorage = 507;

/** Turns what the bucket cannot do now into `unavailable`; whatever else `act` throws is a bug, and thrown on. */
export const orUnavailable = <T, E>(act: () => Promise<Result<T, E>>): ResultAsync<T, E | Unavailable> =>
  new ResultAsync<T, E | Unavailable>(classified(act));

const classified = async <T, E>(act: () => Promise<Result<T, E>>): Promise<Result<T, E | Unavailable>> => {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof S3Fault && fault.kind === 'unavailable') {
      return err(fault.status === insufficientStorage ? outage('storage', 'storage_full') : unavailable('storage'));
    }
    throw fault;
  }
};

/** What `act` answers, or undefined when nothing is where it looks. */
export const orMissing = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof S3Fault && fault.kind === 'missing') return undefined;
    throw fault;
  }
};
