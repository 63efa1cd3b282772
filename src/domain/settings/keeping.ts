/**
 * What grows for ever is forgotten. At least as long as somebody may still need it: a reply for the day in which a call may
 * come again, what the payment provider said for as long as it says it again, a share for longer than any session, stays
 * so that the same weeks of last year can be looked at. What bounds each table: `src/server/retention/every-table.test.ts`.
 */
import { days, hours } from './rule.ts'

export const keeping = {
  noticeDaysKept: days(30, 730, 120),
  messageDaysKept: days(30, 730, 120),
  signInDaysKept: days(30, 1_095, 400),
  offerDaysKept: days(90, 1_825, 400),
  linkDaysKept: days(1, 730, 90),
  bulkChangeDaysKept: days(7, 730, 90),
  shareDaysKept: days(60, 1_825, 400),
  stayDaysKept: days(60, 1_825, 400),
  feedEventDaysKept: days(7, 365, 30),
  providerEventDaysKept: days(60, 1_825, 400),
  replyDaysKept: days(2, 30, 2),
  endedSessionDaysKept: days(1, 90, 1),
  liveEventHoursKept: hours(1, 168, 24),
}
