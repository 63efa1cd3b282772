/** What nobody needs any more goes away, batch after batch, each a transaction: a day's worth a day. */
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { ASKED_DAYS } from '../night-reports/open-report-link.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { Task } from '../tasks/task.ts'
import {
  deleteBulkChangesBefore,
  deleteGoLinksOver,
  deleteMessagesBefore,
  deleteNoticesBefore,
  deleteOffersBefore,
  deleteProviderEventsBefore,
  deleteRatingRequestsBefore,
  deleteRepliesBefore,
  deleteReportAddressesAskedBefore,
  deleteShareActionsBefore,
  deleteSharesEndedBefore,
  deleteSessionsOver,
  deleteSignInsBefore,
  deleteTokensOver,
  FORGOTTEN_AT_ONCE,
} from './queries.ts'

/** Who was here, and what somebody wants to know of a mail: for a day longer than it is good. */
const DAYS_AFTER_END = 1
const REPLY_DAYS_KEPT = 2
/** Long enough for whoever asks who was in an account, and no longer. */
const SIGN_IN_DAYS_KEPT = 400
/** Offers that nobody took, and which visits a rating was asked of. */
const OFFER_DAYS_KEPT = 400
/** After its end a link opens nothing; until it is forgotten it says that it is over. */
const LINK_DAYS_KEPT = 90
const PROVIDER_EVENT_DAYS_KEPT = 400
/** Undone within hours; kept for whoever asks what happened. */
const BULK_DAYS_KEPT = 90
/** Longer than any session, and than anybody asks who did what at a place. */
const SHARE_DAYS_KEPT = 400

export const forgetNotices: Task<'forget_notices'> = {
  kind: 'forget_notices',
  tries: 3,
  outside: async (app, { marketId }) => {
    const settings = await settingsAt(app.db, marketId, app.ports.clock.now())
    for (const { keptDays, forget } of OF_MARKETS)
      await untilNothingIsLeft((before) => forget(app.db, before, marketId), app, keptDays(settings))
  },
}

/** Of everybody. Where several markets do it, the second finds nothing. */
export const forgetWhatIsOver: Task<'forget_what_is_over'> = {
  kind: 'forget_what_is_over',
  tries: 3,
  outside: async (app) => {
    for (const { keptDays, forget } of OF_EVERYBODY)
      await untilNothingIsLeft((before) => forget(app.db, before), app, keptDays)
  },
}

const OF_MARKETS = [
  { keptDays: ({ noticeDaysKept }: BusinessSettings) => noticeDaysKept, forget: deleteNoticesBefore },
  { keptDays: ({ noticeDaysKept }: BusinessSettings) => noticeDaysKept, forget: deleteMessagesBefore },
  { keptDays: () => SIGN_IN_DAYS_KEPT, forget: deleteSignInsBefore },
  { keptDays: () => OFFER_DAYS_KEPT, forget: deleteOffersBefore },
] as const

const OF_EVERYBODY = [
  { keptDays: REPLY_DAYS_KEPT, forget: deleteRepliesBefore },
  { keptDays: DAYS_AFTER_END, forget: deleteSessionsOver },
  { keptDays: DAYS_AFTER_END, forget: deleteTokensOver },
  { keptDays: LINK_DAYS_KEPT, forget: deleteGoLinksOver },
  {
    keptDays: PROVIDER_EVENT_DAYS_KEPT,
    forget: deleteProviderEventsBefore,
  },
  { keptDays: OFFER_DAYS_KEPT, forget: deleteRatingRequestsBefore },
  { keptDays: BULK_DAYS_KEPT, forget: deleteBulkChangesBefore },
  { keptDays: ASKED_DAYS, forget: deleteReportAddressesAskedBefore },
  { keptDays: SHARE_DAYS_KEPT, forget: deleteShareActionsBefore },
  { keptDays: SHARE_DAYS_KEPT, forget: deleteSharesEndedBefore },
] as const

async function untilNothingIsLeft(
  forget: (before: Instant) => Promise<number>,
  { ports }: App,
  days: number,
): Promise<void> {
  const before = instant(ports.clock.now() - days * DAY_MS)
  while ((await forget(before)) === FORGOTTEN_AT_ONCE);
}
