import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { isStatus, valueOf } from '../api/failure.js';
import { paths } from '../paths.js';
import { useClient } from '../session/session.js';
import { ActionButton } from '../ui/action-button.js';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/problem.js';

/** The secret stands behind the `#`, so that no server and no log has seen it yet. */
const tokenOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? '';

const isGone = new Error('This invitation is not there any more: it was accepted, taken back, or has ended. Ask for a new one.');

/** Where the link of an invitation leads. */
export const InvitationPage = () => {
  const { api } = useClient();
  const queries = useQueryClient();
  const { route } = useLocation();
  const [token] = useState(() => tokenOf(location.hash));
  const accept = useMutation({
    mutationFn: async () => (await valueOf(api.POST('/api/v1/invitations/accept', { body: { token } }))).data.invitation,
    onSuccess: async ({ organization, repository }) => {
      await queries.invalidateQueries();
      route(repository === undefined ? paths.organization(organization.slug) : paths.repository(repository.id), true);
    },
  });
  return (
    <Page title="Invitation">
      <section class="card padded stack">
        {token === '' ? (
          <p>This link is not whole. Open the one from the mail again.</p>
        ) : isStatus(accept.error, 404) ? (
          <Problem fault={isGone} />
        ) : (
          <>
            <p>You were invited. Accept, and you see what the invitation is for.</p>
            {accept.error === null ? null : <Problem fault={accept.error} />}
            <div>
              <ActionButton class="button main-action" isBusy={accept.isPending} onAct={() => accept.mutate()}>
                Accept the invitation
              </ActionButton>
            </div>
          </>
        )}
      </section>
    </Page>
  );
};
