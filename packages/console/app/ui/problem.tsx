import { ApiFailure } from '../api/failure.js';
import { ActionButton } from './action-button.js';

const adviceFor = (status: number): string => {
  if (status === 403) return 'Your role does not allow this. Ask an owner of the organization.';
  if (status === 404) return 'It may have been removed, or it may be somebody else’s. Check the address.';
  if (status === 402) return 'The plan of the organization does not include this.';
  if (status === 429) return 'Wait a moment, then try again.';
  if (status === 0) return 'Check your connection, then try again.';
  return status >= 500 ? 'The service has trouble. Try again in a moment.' : '';
};

/** What has failed, in the service's own words, and what to do about it. */
export const Problem = ({ fault, retry }: { readonly fault: unknown; readonly retry?: (() => void) | undefined }) => {
  const error = fault instanceof ApiFailure ? fault.error : undefined;
  const message = error?.message ?? (fault instanceof Error ? fault.message : 'Something went wrong in the page.');
  const advice = adviceFor(error?.status ?? -1);
  return (
    <div class="notice bad stack tight" role="alert">
      <p>
        <strong>{message}</strong>
      </p>
      {advice === '' ? null : <p>{advice}</p>}
      {error?.requestId === undefined ? null : <p class="small">For the operator: request {error.requestId}</p>}
      {retry === undefined ? null : (
        <p>
          <ActionButton class="button" onAct={retry}>
            Try again
          </ActionButton>
        </p>
      )}
    </div>
  );
};
