import { Card } from '../ui/card.js';
import { bytesText } from '../ui/format.js';
import { MeasuredFigure } from './measured-figure.js';
import type { Sample } from './samples.js';

/** How far verification, the collector of garbage and the reading through of storage are. */
export const MaintenanceCard = ({ samples }: { readonly samples: readonly Sample[] }) => (
  <Card title="Verification and collector" isPadded>
    <dl class="figures">
      <MeasuredFigure samples={samples} name="svc_verification_pending_bytes" label="Still to verify" text={bytesText} />
      <MeasuredFigure samples={samples} name="svc_gc_dead_bytes" label="Dead in packs" text={bytesText} />
      <MeasuredFigure samples={samples} name="svc_gc_visited_repositories_total" label="Chunk trees looked at" />
      <MeasuredFigure samples={samples} name="svc_gc_refused_repositories_total" label="Of them not collected" mustBeZero />
      <MeasuredFigure samples={samples} name="svc_gc_quarantined_bytes_total" label="Put into quarantine" text={bytesText} />
      <MeasuredFigure samples={samples} name="svc_gc_deleted_bytes_total" label="Deleted" text={bytesText} />
      <MeasuredFigure samples={samples} name="svc_gc_rewritten_packs_total" label="Packs rewritten" />
      <MeasuredFigure samples={samples} name="svc_gc_removed_objects_total" label="Objects removed for good" />
      <MeasuredFigure samples={samples} name="svc_scrub_read_bytes_total" label="Read through" text={bytesText} />
      <MeasuredFigure samples={samples} name="svc_scrub_findings_total" label="Damage found" mustBeZero />
      <MeasuredFigure samples={samples} name="svc_account_differences_total" label="Accounts that differ" mustBeZero />
    </dl>
  </Card>
);
