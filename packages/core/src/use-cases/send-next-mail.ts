import { err, ok, type Result, type ResultAsync, safeTry } from 'neverthrow';
import type { Unavailable } from '../model/app-error.js';
import { beyondSchedule } from '../model/values/index.js';
import type { Mailer } from '../ports/mailer.js';
import type { Ports } from '../ports/ports.js';
import type { ClaimedMail } from '../ports/records/mail-records.js';

/** Longer than a mail server takes to answer. */
const claimMs = 120_000;
const firstDelayMs = 30_000;
const maxDelayMs = 3_600_000;
/** About a day; the operator sees the failures in the log. */
const maxAttempts = 30;

type MailPorts = Pick<Ports, 'unitOfWork' | 'clock' | 'random' | 'mailer'>;

const delayAfter = (attempts: number): number => Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs);

const send = async (ports: MailPorts, mailer: Mailer, claimed: ClaimedMail): Promise<Result<boolean, Unavailable>> => {
  const sent = await mailer.send(claimed.mail);
  const isOver = sent.isOk() || claimed.attempt >= maxAttempts;
  const written = await ports.unitOfWork.transact(async ({ mails }): Promise<Result<boolean, never>> =>
    ok(await (isOver ? mails.remove(claimed) : mails.postpone(claimed, ports.clock.now() + delayAfter(claimed.attempt)))),
  );
  // The others wait for a server that does not answer, and not for one that refuses a mail.
  return sent.isErr() && sent.error.kind === 'unavailable' ? err(sent.error) : written.map(() => true);
};

const sendNextMail = (ports: MailPorts) => (): ResultAsync<boolean, Unavailable> =>
  safeTry(async function* () {
    const { unitOfWork, clock, random, mailer } = ports;
    if (mailer === undefined) return ok(false);
    const holder = random.uuid();
    const now = clock.now();
    const claimed = yield* await unitOfWork.transact(async ({ mails }): Promise<Result<ClaimedMail | undefined, never>> =>
      ok(await mails.claim(holder, now, now + claimMs, beyondSchedule(now, maxDelayMs))),
    );
    return claimed === undefined ? ok(false) : send(ports, mailer, claimed);
  });

/** The queue of mails to send. */
export interface Mails {
  /**
   * Sends the mail that has been due for longest; returns whether there was one. Delivers at least once: a mail leaves the queue
   * after the mail server has accepted it. Retries for about a day, waiting longer each time; one that the server refuses goes behind the others.
   */
  readonly sendNext: () => ResultAsync<boolean, Unavailable>;
}

export const createMails = (ports: Ports): Mails => ({
  sendNext: sendNextMail(ports),
});
