import { Card } from '../ui/card.js';
import { bytesText } from '../ui/format.js';
import { MeasuredFigure } from './measured-figure.js';
import type { Sample } from './samples.js';

const requests = 'svc_http_request_duration_seconds_count';

/** What was asked, and how it was answered. */
export const RequestsCard = ({ samples }: { readonly samples: readonly Sample[] }) => (
  <Card title="Requests" isPadded>
    <dl class="figures">
      <MeasuredFigure samples={samples} name={requests} label="All" />
      <MeasuredFigure samples={samples} name={requests} labels={{ status_class: '4xx' }} label="Refused (4xx)" />
      <MeasuredFigure samples={samples} name={requests} labels={{ status_class: '5xx' }} label="Failed (5xx)" mustBeZero />
      <MeasuredFigure samples={samples} name="svc_http_faults_total" label="Bugs met" mustBeZero />
      <MeasuredFigure samples={samples} name="svc_http_cut_off_total" labels={{ by: 'client' }} label="Left by clients" />
      <MeasuredFigure samples={samples} name="svc_http_cut_off_total" labels={{ by: 'server' }} label="Broken off" mustBeZero />
      <MeasuredFigure samples={samples} name="svc_http_received_bytes_total" label="Received" text={bytesText} />
      <MeasuredFigure samples={samples} name="svc_http_sent_bytes_total" label="Sent" text={bytesText} />
    </dl>
  </Card>
);
