import { useState } from 'preact/hooks';
import { randomKey } from '../api/random-key.js';
import { Card } from '../ui/card.js';
import { Command } from '../ui/command.js';
import { Empty } from '../ui/empty.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { MeasuredService } from './measured-service.js';
import { ReadinessCard } from './readiness-card.js';
import { RefusedFigures } from './refused-figures.js';
import { type MonitoringToken, useFigures } from './service-state.js';

const MeasuredFigures = () => {
  const [token, setToken] = useState<MonitoringToken>();
  const query = useFigures(token);
  return (
    <Loaded query={query}>
      {(figures) => {
        if (figures.kind === 'measured') return <MeasuredService samples={figures.samples} readAt={figures.readAt} />;
        if (figures.kind === 'refused')
          return <RefusedFigures what={figures.what} onToken={(text) => setToken({ text, key: randomKey() })} />;
        return (
          <section class="card">
            <Empty title="Nothing is measured">
              <p>This service has no figures. A server that has just started has them in a moment; load the page anew then.</p>
            </Empty>
          </section>
        );
      }}
    </Loaded>
  );
};

const commands = `svc-server user list
svc-server organization list
svc-server repository list your-organization
svc-server token list your-organization`;

/** For who runs the service: what its public API tells of its state. */
export const OperatorPage = () => (
  <Page title="State of the service" about="For who runs it: whether it is ready, what waits, what its jobs have done.">
    <div class="stack">
      <ReadinessCard />
      <MeasuredFigures />
      <Card title="Users, organizations, tokens" isPadded>
        <p class="quiet">
          No credential has rights over the whole service by HTTP. Users, plans and sessions of everybody are managed on the
          machine of the server.
        </p>
        <Command label="List what there is" text={commands} />
      </Card>
    </div>
  </Page>
);
