import type { Client } from '@svc/client';
import { useLocation } from 'preact-iso';
import { paths } from '../paths.js';
import { useClient, useSession } from './session.js';

/** Ends the session that the credential belongs to; an API token has none and stays as it is. What the service does not hear ends by its own date. */
const endSession = async ({ api }: Client): Promise<void> => {
  const listed = await api.GET('/api/v1/users/me/sessions');
  if (listed.isErr()) return;
  const current = listed.value.data.sessions.find((session) => session.is_current);
  if (current === undefined) return;
  await api
    .DELETE('/api/v1/users/me/sessions/{userSessionID}', { params: { path: { userSessionID: current.id } } })
    .unwrapOr(undefined);
};

/** Forgets the credential at once, and has the service end its session. */
export const useSignOut = (): (() => void) => {
  const client = useClient();
  const { signOut } = useSession();
  const { route } = useLocation();
  return () => {
    void endSession(client);
    signOut();
    route(paths.signIn());
  };
};
