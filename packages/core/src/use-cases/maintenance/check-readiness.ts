import type { ResultAsync } from 'neverthrow';
import type { Unavailable } from '../../model/app-error.js';
import type { Ports } from '../../ports/ports.js';

export const checkReadiness = (ports: Pick<Ports, 'unitOfWork' | 'blobs'>) => (): ResultAsync<void, Unavailable> =>
  ports.unitOfWork.check().andThen(() => ports.blobs.check());
