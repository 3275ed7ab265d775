import type { JobsOptions, OnJobDone } from '@svc/node';
import { Counter, Gauge, type Registry } from 'prom-client';

const counter = (registry: Registry, name: string, help: string): Counter => new Counter({ name, help, registers: [registry] });

/** What the collector of garbage has done, visit by visit. */
const collectorHooks = (registry: Registry) => {
  const visited = counter(registry, 'svc_gc_visited_repositories_total', 'Chunk trees in which garbage was looked for');
  const refused = counter(
    registry,
    'svc_gc_refused_repositories_total',
    'Chunk trees of which nothing was collected, since a file that an object needs is missing or damaged',
  );
  const quarantined = counter(registry, 'svc_gc_quarantined_bytes_total', 'Bytes that were put into quarantine');
  const deleted = counter(registry, 'svc_gc_deleted_bytes_total', 'Bytes that were deleted from chunk trees');
  const rewritten = counter(registry, 'svc_gc_rewritten_packs_total', 'Packs that compaction has replaced');
  const removed = counter(
    registry,
    'svc_gc_removed_objects_total',
    'Deleted objects whose grace was over and whose bytes are gone',
  );
  return {
    'maintenance.collectGarbage': (found) => {
      if (found === undefined) return;
      visited.inc(found.repositories);
      refused.inc(found.refusals.length);
      quarantined.inc(found.quarantinedBytes);
      deleted.inc(found.deletedBytes);
      rewritten.inc(found.rewrittenPacks);
    },
    'maintenance.reclaimQuarantined': (reclaimed) => {
      if (reclaimed !== undefined) removed.inc(reclaimed.objects);
    },
  } satisfies OnJobDone;
};

/** What was found that must never be there. */
const integrityHooks = (registry: Registry) => {
  const read = counter(registry, 'svc_scrub_read_bytes_total', 'Bytes that were read through to find damage');
  const findings = counter(registry, 'svc_scrub_findings_total', 'What reading through has found, of at most 100 things a run');
  const differences = counter(registry, 'svc_account_differences_total', 'Accounts that were not what their ledger adds up to');
  return {
    'integrity.scrub': (scrubbed) => {
      if (scrubbed === undefined) return;
      read.inc(scrubbed.bytesRead);
      findings.inc(scrubbed.findings.length);
    },
    'maintenance.reconcileUsage': (reconciled) => {
      if (reconciled !== undefined) differences.inc(reconciled.differences.length);
    },
  } satisfies OnJobDone;
};

/** The jobs of this process: of work that several processes share each counts its own part. */
export const jobMetrics = (registry: Registry) => {
  const faults = new Counter({
    name: 'svc_job_faults_total',
    help: 'Calls of jobs that have not done their work: a part did not answer (unavailable), or a bug',
    labelNames: ['call', 'kind'] as const,
    registers: [registry],
  });
  const lastRun = new Gauge({
    name: 'svc_job_last_run_timestamp_seconds',
    help: 'When each periodic job last came to its end without a fault, in seconds since 1970',
    labelNames: ['call'] as const,
    registers: [registry],
  });
  return {
    onFault: ({ job: call, kind }) => faults.inc({ call, kind }),
    onRun: (call) => lastRun.setToCurrentTime({ call }),
    onDone: { ...collectorHooks(registry), ...integrityHooks(registry) },
  } satisfies JobsOptions;
};
