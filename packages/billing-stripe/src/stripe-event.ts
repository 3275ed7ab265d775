import type { BillingEvent } from '@svc/core/ports';

const textAt = (value: unknown, key: string): string | undefined => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' ? found : undefined;
};

/** What an event is about is a customer, or something that names one by id or whole. */
const customerOf = (subject: unknown): string | undefined => {
  if (textAt(subject, 'object') === 'customer') return textAt(subject, 'id');
  if (typeof subject !== 'object' || subject === null || !('customer' in subject)) return undefined;
  return textAt(subject, 'customer') ?? textAt(subject.customer, 'id');
};

const subjectOf = (event: unknown): unknown => {
  const data: unknown = typeof event === 'object' && event !== null ? Reflect.get(event, 'data') : undefined;
  return typeof data === 'object' && data !== null ? Reflect.get(data, 'object') : undefined;
};

/** Events of every type, also of those that there are not yet: nothing but the customer is looked at. */
export const billingEventOf = (event: unknown): BillingEvent | undefined => {
  const id = textAt(event, 'id');
  return id === undefined || id === '' ? undefined : { id, customerId: customerOf(subjectOf(event)) };
};
