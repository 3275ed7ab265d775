import type { UnitOfWork } from '@svc/core/ports';
import { withinSpan } from './within-span.js';

/** The unit of work, each read and each transaction of a request in a span. */
export const tracedUnitOfWork = (inner: UnitOfWork): UnitOfWork => ({
  ...inner,
  read: (work) => withinSpan('database read', {}, () => inner.read(work)),
  transact: (work) => withinSpan('database transaction', {}, () => inner.transact(work)),
});
