import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { paths } from '../paths.js';
import { settings } from '../settings.js';
import { Problem } from '../ui/problem.js';
import { comeBack } from './oidc.js';
import { useSession } from './session.js';

/** Where the issuer sends people back to. */
export const SignedInPage = () => {
  const { signIn } = useSession();
  const { route } = useLocation();
  const [fault, setFault] = useState<unknown>();
  useEffect(() => {
    const { signIn: provider } = settings;
    if (provider === undefined) {
      setFault(new Error('This console knows no identity provider.'));
      return;
    }
    comeBack(provider, new URLSearchParams(location.search)).then(({ credential, target }) => {
      signIn(credential);
      route(target, true);
    }, setFault);
  }, []);
  return (
    <main class="sign-in stack" id="main">
      <h1>Signing in</h1>
      {fault === undefined ? (
        <p class="loading" role="status">
          Asking the service…
        </p>
      ) : (
        <>
          <Problem fault={fault} />
          <p>
            <a class="button" href={paths.signIn()}>
              Back to sign-in
            </a>
          </p>
        </>
      )}
    </main>
  );
};
