import { Card } from '../ui/card.js';
import { bytesText, durationText } from '../ui/format.js';
import { MeasuredFigure } from './measured-figure.js';
import type { Sample } from './samples.js';

const sinceText = (startedSeconds: number): string => durationText(Math.max(0, Date.now() / 1000 - startedSeconds));

const millisecondsText = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`;

/** The process that has answered, and its connections to PostgreSQL. */
export const ProcessCard = ({ samples }: { readonly samples: readonly Sample[] }) => (
  <Card title="Process" isPadded>
    <dl class="figures">
      <MeasuredFigure samples={samples} name="process_start_time_seconds" label="Runs for" text={sinceText} />
      <MeasuredFigure samples={samples} name="process_resident_memory_bytes" label="Memory" text={bytesText} />
      <MeasuredFigure samples={samples} name="process_open_fds" label="Open files" />
      <MeasuredFigure samples={samples} name="nodejs_eventloop_lag_p99_seconds" label="Held up, 99 %" text={millisecondsText} />
      <MeasuredFigure
        samples={samples}
        name="svc_database_connections"
        labels={{ state: 'used' }}
        label="Database connections used"
      />
      <MeasuredFigure samples={samples} name="svc_database_connections" labels={{ state: 'idle' }} label="Idle" />
      <MeasuredFigure samples={samples} name="svc_database_waiting" label="Waiting for one" />
    </dl>
  </Card>
);
