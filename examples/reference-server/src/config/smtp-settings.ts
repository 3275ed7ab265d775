import { parseSender, parseSmtpUrl, senderRule, smtpUrlRule } from '@svc/mail-smtp/settings';
import { z } from 'zod';

/** Where mails go out. The password in the URL is never logged. */
export interface SmtpSettings {
  readonly url: string;
  readonly from: string;
}

export const smtpShape = {
  SMTP_URL: z
    .string()
    .refine((text) => parseSmtpUrl(text) !== undefined, smtpUrlRule)
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parseSender(text) !== undefined, senderRule)
    .optional(),
};

export const smtpSettingsOf = ({
  SMTP_URL: url,
  MAIL_FROM: from,
}: z.output<z.ZodObject<typeof smtpShape>>): SmtpSettings | undefined =>
  url === undefined || from === undefined ? undefined : { url, from };
