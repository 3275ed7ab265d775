import type { WebhookAnswer } from '@svc/core/ports';
import { EgressForbidden } from '@svc/egress-guard';

type Fault = Extract<WebhookAnswer, { readonly kind: 'failed' }>['fault'];

/** Of Node and of OpenSSL's verification of certificates. */
const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|CRL_|DEPTH_ZERO|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_|PATH_LENGTH|SELF_SIGNED|UNABLE_TO)/;

const codeOf = (fault: Error): string => ('code' in fault && typeof fault.code === 'string' ? fault.code : '');

/** What a failed request comes to. Its message is never looked at: it may quote what the receiver has said. */
export const faultOf = (fault: Error): Fault => {
  if (fault instanceof EgressForbidden) return 'address_forbidden';
  // A name with several addresses fails with all their faults.
  if (fault instanceof AggregateError && fault.errors.some((one) => one instanceof EgressForbidden)) return 'address_forbidden';
  const code = codeOf(fault);
  if (tlsCodes.test(code)) return 'tls_invalid';
  // The second is that of a name server.
  if (code === 'ETIMEDOUT' || code === 'ETIMEOUT') return 'timeout';
  return code.startsWith('HPE_') ? 'invalid_answer' : 'unreachable';
};
