import { expect } from 'chai';
import { readSamples, samplesOf, sumOf } from '../app/operator/samples.js';

const text = `# HELP svc_queue_length What waits in the queue
# TYPE svc_queue_length gauge
svc_queue_length{queue="mails"} 3
svc_queue_length{queue="a \\"b\\" \\\\ {c} \\n"} 4

svc_http_errors_total{code="quota_exceeded",reason="storage_quota"} 1
svc_database_up 1
svc_age_seconds 1.5e-3 1760000000
svc_not_known NaN
`;

describe('readSamples', () => {
  const samples = readSamples(text);

  it('reads names, labels and numbers as Prometheus has them', () => {
    expect(samples).to.deep.equal([
      { name: 'svc_queue_length', labels: { queue: 'mails' }, value: 3 },
      { name: 'svc_queue_length', labels: { queue: 'a "b" \\ {c} \n' }, value: 4 },
      { name: 'svc_http_errors_total', labels: { code: 'quota_exceeded', reason: 'storage_quota' }, value: 1 },
      { name: 'svc_database_up', labels: {}, value: 1 },
      { name: 'svc_age_seconds', labels: {}, value: 0.0015 },
    ]);
    expect(readSamples('')).to.deep.equal([]);
  });

  it('finds those of a name by their labels, and tells a sum of 0 from what is not measured', () => {
    expect(samplesOf(samples, 'svc_queue_length', { queue: 'mails' })).to.have.length(1);
    expect(sumOf(samples, 'svc_queue_length')).to.equal(7);
    expect(sumOf(samples, 'svc_queue_length', { queue: 'events' })).to.equal(0);
    expect(sumOf(samples, 'svc_not_known')).to.equal(undefined);
  });
});
