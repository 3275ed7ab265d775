import { Card } from '../ui/card.js';
import { Loaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { useReadiness } from './service-state.js';

/** Whether the service can work: its database and its storage answer and take what is written. */
export const ReadinessCard = () => {
  const query = useReadiness();
  return (
    <Card title="Readiness" isPadded>
      {query.error !== null ? (
        <Problem fault={query.error} retry={() => void query.refetch()} />
      ) : (
        <Loaded query={query}>
          {({ version }) => (
            <p>
              <span class="tag good">Ready</span> Database and storage answer and can be written to.
              {version === undefined ? null : ` Version ${version}.`}
            </p>
          )}
        </Loaded>
      )}
    </Card>
  );
};
