import { momentText } from '../ui/format.js';
import { JobsCard } from './jobs-card.js';
import { MaintenanceCard } from './maintenance-card.js';
import { ProcessCard } from './process-card.js';
import { QueuesCard } from './queues-card.js';
import { RefusalsCard } from './refusals-card.js';
import { RequestsCard } from './requests-card.js';
import { type Sample, sumOf } from './samples.js';
import { refreshMs } from './service-state.js';

interface MeasuredServiceProps {
  readonly samples: readonly Sample[];
  readonly readAt: number;
}

/** Everything that a process measures which an operator asks for first. Queues are those of the service, the rest is of the process. */
export const MeasuredService = ({ samples, readAt }: MeasuredServiceProps) => (
  <>
    <p class="quiet small">
      As of {momentText(new Date(readAt).toISOString())}, read again every {refreshMs / 1000} seconds. Queues are those of the
      whole service; the rest was counted by the process that has answered, since it was started.
    </p>
    {sumOf(samples, 'svc_database_up') === 0 ? (
      <p class="notice bad" role="alert">
        <strong>The database does not answer.</strong> What waits is not known until it does.
      </p>
    ) : (
      <QueuesCard samples={samples} />
    )}
    <MaintenanceCard samples={samples} />
    <RequestsCard samples={samples} />
    <RefusalsCard samples={samples} />
    <JobsCard samples={samples} />
    <ProcessCard samples={samples} />
  </>
);
