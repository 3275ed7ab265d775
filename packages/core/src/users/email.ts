/** The longest address that a mail server accepts. */
export const maxEmailLength = 254;

const emailPattern = /^[^\s@\p{Control}]+@[^\s@\p{Control}]+$/u;

/**
 * The one spelling of an e-mail address under which users are kept and compared: trimmed, lower case. Undefined for text that is no address;
 * whether mail arrives there is another question.
 */
export const parseEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase();
  return email.length <= maxEmailLength && emailPattern.test(email) ? email : undefined;
};
