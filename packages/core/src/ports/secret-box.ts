/**
 * Keeps secrets that the service needs again in plain, such as the key of a customer's bucket. What was sealed for one context opens in no other.
 * Which key sealed a text is written in it; the newest key seals, older ones still open.
 */
export interface SecretBox {
  /** `context` names the one place where the text belongs: table, row, organization and field. */
  seal(secret: string, context: string): Promise<string>;
  /** Undefined when the text was altered, belongs elsewhere, or its key is gone. */
  open(sealed: string, context: string): Promise<string | undefined>;
  /** Whether another key than the newest one sealed it. */
  isOutdated(sealed: string): boolean;
}
