import type { ApiSchema } from '@svc/client';
import { useQuery } from '@tanstack/preact-query';
import { isStatus, valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { ActionButton } from '../ui/action-button.js';
import { Card } from '../ui/card.js';
import { bytesText, countText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { Table } from '../ui/table.js';
import { priceText } from './money.js';

type Plan = ApiSchema<'Plan'>;

const usePlans = () => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['plans'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await valueOf(api.GET('/api/v1/plans', { signal }))).data.plans,
  });
};

const limitText = (limit: number | undefined): string => (limit === undefined ? 'No limit' : countText(limit));

/** Plans that a person can pay for by themselves. */
const isSold = ({ price_per_month: price }: Plan): boolean => price !== undefined && price > 0;

interface PlanTableProps {
  readonly current: Plan['id'];
  /** Why the last one that was chosen cannot be bought; null where it can. */
  readonly fault: unknown;
  /** Whether the plan is changed at the provider of payments, and not bought anew. */
  readonly isSubscribed: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (plan: Plan['id']) => void;
}

/** Whether the server has no provider of payments, or that one no price for the plan. */
const isNotSoldHere = (fault: unknown): boolean => isStatus(fault, 400) || isStatus(fault, 402);

const notSoldHere = new Error('This plan is not sold here: the operator of the server sets the plan of an organization.');

/** What each plan costs and allows. */
export const PlanTable = ({ current, fault, isSubscribed, isBusy, onChoose }: PlanTableProps) => (
  <Card title="Plans">
    {fault === null ? null : (
      <div class="card-body">
        <Problem fault={isNotSoldHere(fault) ? notSoldHere : fault} />
      </div>
    )}
    <Loaded query={usePlans()}>
      {(plans) => (
        <Table
          titles={[
            { label: 'Plan' },
            { label: 'Price' },
            { label: 'Storage', isNumber: true },
            { label: 'Largest object', isNumber: true },
            { label: 'Repositories', isNumber: true },
            { label: 'Members', isNumber: true },
            { label: 'Own buckets', isNumber: true },
            { label: 'What to do', isHidden: true },
          ]}
        >
          {plans.map((plan) => (
            <tr key={plan.id}>
              <td>
                {plan.name} {plan.id === current ? <span class="tag good">This one</span> : null}
              </td>
              <td>{priceText(plan.price_per_month)}</td>
              <td class="number">
                {bytesText(plan.limits.storage_bytes)}
                {plan.storage_overage === 'metered' ? <p class="quiet small">more is metered</p> : null}
              </td>
              <td class="number">{bytesText(plan.limits.object_bytes)}</td>
              <td class="number">{limitText(plan.limits.repositories)}</td>
              <td class="number">{limitText(plan.limits.members)}</td>
              <td class="number">{limitText(plan.limits.storage_connections)}</td>
              <td class="number">
                {plan.id !== current && isSold(plan) && !isSubscribed ? (
                  <ActionButton class="button" isBusy={isBusy} onAct={() => onChoose(plan.id)}>
                    Choose {plan.name}
                  </ActionButton>
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Loaded>
  </Card>
);
