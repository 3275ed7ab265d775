import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { everyPage } from '../api/every-page.js';
import { valueOf } from '../api/failure.js';
import { useClient } from '../session/session.js';
import { paths } from '../paths.js';
import { ActionButton } from '../ui/action-button.js';
import { Ago } from '../ui/ago.js';
import { momentText } from '../ui/format.js';
import { Loaded } from '../ui/loaded.js';
import { Page } from '../ui/page.js';
import { Problem } from '../ui/problem.js';
import { useMe } from './me.js';

const useSessions = () => {
  const { api } = useClient();
  return useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) =>
      everyPage(async (cursor) => {
        const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
        const { data } = await valueOf(api.GET('/api/v1/users/me/sessions', { params: { query }, signal }));
        return { items: data.sessions, next: data.next_cursor };
      }),
  });
};

const useEndSession = () => {
  const { api } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      valueOf(api.DELETE('/api/v1/users/me/sessions/{userSessionID}', { params: { path: { userSessionID: id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
};

const SessionsCard = () => {
  const query = useSessions();
  const end = useEndSession();
  return (
    <section class="card" aria-labelledby="sessions">
      <div class="card-head">
        <h2 id="sessions">Sessions</h2>
      </div>
      {end.error === null ? null : <Problem fault={end.error} />}
      <Loaded query={query}>
        {({ items }) => (
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Signed in</th>
                <th scope="col">Ends</th>
                <th scope="col">
                  <span class="for-readers">What to do</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((session) => (
                <tr key={session.id}>
                  <td>
                    <Ago at={session.created_at} /> {session.is_current ? <span class="tag good">This one</span> : null}
                  </td>
                  <td>{momentText(session.expires_at)}</td>
                  <td class="number">
                    {session.is_current ? null : (
                      <ActionButton isBusy={end.isPending} onAct={() => end.mutate(session.id)}>
                        End session
                      </ActionButton>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </section>
  );
};

/** Who is signed in, and where else. */
export const AccountPage = () => {
  const me = useMe();
  return (
    <Page
      title="Account"
      about="Who you are here, and where you are signed in."
      actions={
        <a class="button" href={paths.operator()}>
          State of the service
        </a>
      }
    >
      <div class="stack">
        <Loaded query={me}>
          {({ user, credential }) => (
            <section class="card padded">
              <dl class="facts">
                <dt>Name</dt>
                <dd>{user.name}</dd>
                <dt>E-mail</dt>
                <dd>{user.email ?? 'Not verified'}</dd>
                <dt>User id</dt>
                <dd class="mono">{user.id}</dd>
                <dt>Signed in with</dt>
                <dd>{credential.kind === 'token' ? `An API token: ${credential.scopes?.join(', ') ?? ''}` : 'A session'}</dd>
              </dl>
            </section>
          )}
        </Loaded>
        {me.data?.credential.kind === 'session' ? <SessionsCard /> : null}
      </div>
    </Page>
  );
};
