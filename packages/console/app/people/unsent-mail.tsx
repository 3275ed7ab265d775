import type { ComponentChildren } from 'preact';

/** What `POST .../invitations` answers, as far as it says how the invited person hears of it. */
export interface SentInvitation {
  readonly invitation: { readonly email: string };
  readonly email_sent: boolean;
  readonly url?: string;
}

/** The address that was told nothing, though the service sends mails; undefined where it was, or where the inviter has the link. */
export const unsentTo = ({ invitation, email_sent: isMailed, url }: SentInvitation): string | undefined =>
  isMailed || url !== undefined ? undefined : invitation.email;

interface UnsentMailProps {
  readonly email: string | undefined;
  /** What to do about it. */
  readonly children: ComponentChildren;
}

export const UnsentMail = ({ email, children }: UnsentMailProps) =>
  email === undefined ? null : (
    <p class="notice bad" role="alert">
      No mail was sent to {email}. {children}
    </p>
  );
