import { errAsync, type ResultAsync } from 'neverthrow';
import { type BadRequest, badRequest } from '../model/app-error.js';
import type { Ports } from '../ports/ports.js';
import { grantProviderSigned, type ProviderSigned } from './grant.js';

/** Nobody can have signed it. */
const noProvider = badRequest('signature', 'unsupported');

export const authorizeProviderEvent =
  ({ billingProvider }: Pick<Ports, 'billingProvider'>) =>
  (body: Uint8Array, headerOf: (name: string) => string | undefined): ResultAsync<ProviderSigned, BadRequest> => {
    if (billingProvider === undefined) return errAsync(noProvider);
    return billingProvider.readEvent(body, headerOf(billingProvider.signatureHeader)).map(grantProviderSigned);
  };
