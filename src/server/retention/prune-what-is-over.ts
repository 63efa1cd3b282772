/** What nobody needs any more goes away, batch after batch, each a transaction: a day's worth a day. */
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { ASKED_DAYS } from '../night-reports/open-report-link.ts'
import { mostOfAll, settingsAt } from '../settings/read-settings.ts'
import type { Task } from '../tasks/task.ts'
import {
  deleteBulkChangesBefore,
  deleteFeedCodesBefore,
  deleteFeedEventsBefore,
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

export const forgetNotices: Task<'forget_notices'> = {
  kind: 'forget_notices',
  tries: 3,
  outside: async (app, { marketId }) => {
    const settings = await settingsAt(app.db, marketId, app.ports.clock.now())
    for (const { kept, forget } of OF_MARKETS)
      await untilNothingIsLeft((before) => forget(app.db, before, marketId), app, settings[kept])
  },
}

/** Of everybody. Where several markets do it, the second finds nothing. */
export const forgetWhatIsOver: Task<'forget_what_is_over'> = {
  kind: 'forget_what_is_over',
  tries: 3,
  outside: async (app) => {
    for (const each of OF_EVERYBODY) {
      // What belongs to no market is kept for as long as any market asks.
      const days = 'days' in each ? each.days : await mostOfAll(app.db, each.kept, app.ports.clock.now())
      await untilNothingIsLeft((before) => each.forget(app.db, before), app, days)
    }
  },
}

const OF_MARKETS = [
  { kept: 'noticeDaysKept', forget: deleteNoticesBefore },
  { kept: 'messageDaysKept', forget: deleteMessagesBefore },
  { kept: 'signInDaysKept', forget: deleteSignInsBefore },
  { kept: 'offerDaysKept', forget: deleteOffersBefore },
] as const

const OF_EVERYBODY = [
  { kept: 'replyDaysKept', forget: deleteRepliesBefore },
  { kept: 'endedSessionDaysKept', forget: deleteSessionsOver },
  { kept: 'endedSessionDaysKept', forget: deleteTokensOver },
  { kept: 'linkDaysKept', forget: deleteGoLinksOver },
  { kept: 'providerEventDaysKept', forget: deleteProviderEventsBefore },
  { kept: 'feedEventDaysKept', forget: deleteFeedEventsBefore },
  { kept: 'feedEventDaysKept', forget: deleteFeedCodesBefore },
  { kept: 'offerDaysKept', forget: deleteRatingRequestsBefore },
  { kept: 'bulkChangeDaysKept', forget: deleteBulkChangesBefore },
  // As long as the link in the mail that asked for it.
  { days: ASKED_DAYS, forget: deleteReportAddressesAskedBefore },
  { kept: 'shareDaysKept', forget: deleteShareActionsBefore },
  { kept: 'shareDaysKept', forget: deleteSharesEndedBefore },
] as const

async function untilNothingIsLeft(
  forget: (before: Instant) => Promise<number>,
  { ports }: App,
  days: number,
): Promise<void> {
  const before = instant(ports.clock.now() - days * DAY_MS)
  while ((await forget(before)) === FORGOTTEN_AT_ONCE);
}
