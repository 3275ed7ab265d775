import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { parseCredential } from '@svc/client';
import { clientFor } from '../api/client.js';
import { isStatus, valueOf } from '../api/failure.js';
import { paths } from '../paths.js';
import { settings } from '../settings.js';
import { Command } from '../ui/command.js';
import { ActionButton } from '../ui/action-button.js';
import { Field } from '../ui/field.js';
import { formText } from '../ui/form-text.js';
import { Form } from '../ui/form.js';
import { Problem } from '../ui/problem.js';
import { goToIssuer } from './oidc.js';
import { useSession } from './session.js';

/** A credential that the service accepts; throws why it is none. */
const checked = async (text: string): Promise<string> => {
  const credential = parseCredential(text);
  if (credential.isErr()) throw new Error('A credential has letters, digits and signs, and no blanks.');
  try {
    await valueOf(clientFor(credential.value).api.GET('/api/v1/users/me'));
  } catch (fault) {
    if (isStatus(fault, 401)) throw new Error('The service does not accept this credential.', { cause: fault });
    throw fault;
  }
  return credential.value;
};

/** The page that the person has asked for, with what stands behind the `#`; the first page for who has asked for sign-in itself. */
const target = (): string => {
  const { pathname, search, hash } = location;
  return pathname === paths.signIn() || pathname === `${settings.basePath}/` ? paths.home() : `${pathname}${search}${hash}`;
};

const CredentialForm = () => {
  const { signIn } = useSession();
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const submit = (form: HTMLFormElement): void => {
    setBusy(true);
    setFault(undefined);
    checked(formText(form, 'credential')).then(
      (credential) => {
        // The next page begins at its beginning, and not at the first control that comes in the place of the form.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        signIn(credential);
        route(target(), true);
      },
      (refusal: unknown) => {
        setBusy(false);
        setFault(refusal);
      },
    );
  };
  return (
    <Form fault={fault} action={isBusy ? 'Signing in…' : 'Sign in'} isBusy={isBusy} onSubmit={submit}>
      <Field
        label="Credential"
        hint="A session credential (svc_ses_…) or an API token (svc_pat_…). This tab keeps it until you close the tab or sign out."
      >
        <input type="password" name="credential" autocomplete="off" required />
      </Field>
    </Form>
  );
};

const IssuerButton = () => {
  const { signIn: provider } = settings;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  if (provider === undefined) return null;
  const leave = (): void => {
    setBusy(true);
    setFault(undefined);
    goToIssuer(provider, target())
      .catch(setFault)
      .finally(() => setBusy(false));
  };
  return (
    <section class="stack tight">
      {fault === undefined ? null : <Problem fault={fault} />}
      <ActionButton class="button main-action" isBusy={isBusy} onAct={leave}>
        Sign in with {new URL(provider.issuer).host}
      </ActionButton>
      <p class="quiet small">Or use a credential of this service:</p>
    </section>
  );
};

export const SignInPage = () => {
  const { hasEnded } = useSession();
  useEffect(() => {
    document.title = 'Sign in · svc';
  }, []);
  return (
    <main class="sign-in stack loose" id="main">
      <header class="stack tight">
        <p class="brand">svc</p>
        <h1>Sign in</h1>
        <p class="quiet">Large files with their versions, at {location.host}.</p>
      </header>
      {hasEnded ? <p class="notice">Your session has ended. Sign in again to go on where you were.</p> : null}
      <div class="card padded stack">
        <IssuerButton />
        <CredentialForm />
      </div>
      <section class="stack tight" aria-labelledby="no-credential">
        <h2 id="no-credential">No credential yet?</h2>
        <p class="quiet">The first start of a server prints one. Later, the operator of the server makes one for you:</p>
        <Command label="Make a session credential" text="svc-server session create you@example.org" />
      </section>
    </main>
  );
};
