/** Mails that one person has us send to the mailbox of another, who did not ask for them. */
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { countTry } from './try-queries.ts'

/** In a day, by one account and by all of them: whoever opens many accounts fills no mailbox, either. */
const MOST_OF_ACCOUNT = 5
const MOST_OF_ALL = 20

/** However often what was asked is taken back and asked again, or from wherever. */
export async function checkMailbox(
  db: Db,
  { email, askedBy, now }: { readonly email: string; readonly askedBy: UserId; readonly now: Instant },
): Promise<void> {
  const limits = [
    { whose: `${askedBy} ${email}`, most: MOST_OF_ACCOUNT },
    { whose: email, most: MOST_OF_ALL },
  ]
  for (const { whose, most } of limits)
    if ((await countTry(db, { kind: 'mailbox_asked', whose, now, windowMs: DAY_MS })) > most)
      throw new Refused('mailbox_asked_enough', { at: 'email' })
}
