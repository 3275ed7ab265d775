import { BlobUnreadable, unavailable } from '@svc/core/model';

/** The bucket did not send a blob to its end: its connection broke, or fell silent, and it could not be gone on with. */
export class BlobReadBroken extends BlobUnreadable {
  override readonly name = 'BlobReadBroken';

  constructor() {
    super(unavailable('storage'));
  }
}
