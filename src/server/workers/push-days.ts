/** Background work on whole days: pushing and undoing, notifying, paying for standing by, following holidays. */
import { followSome } from '../schedule/follow-holidays.ts'
import { notifyOfPush } from '../schedule/notify-of-push.ts'
import { payStandby } from '../schedule/pay-standby.ts'
import { runPush } from '../schedule/push-day.ts'
import { settleMoved } from '../schedule/release-conflicting-visits.ts'
import { runUndo } from '../schedule/undo-push.ts'
import type { Task } from '../tasks/task.ts'

export const pushDayTask: Task<'push_day'> = {
  kind: 'push_day',
  tries: 8,
  outside: (app, { pushedDayId }) => runPush(app, pushedDayId),
}

export const undoPushedDayTask: Task<'undo_pushed_day'> = {
  kind: 'undo_pushed_day',
  tries: 8,
  outside: (app, { pushedDayId }) => runUndo(app, pushedDayId),
}

export const notifyOfPushedDayTask: Task<'notify_of_pushed_day'> = {
  kind: 'notify_of_pushed_day',
  tries: 8,
  inTransaction: notifyOfPush,
}

export const payStandbyTask: Task<'pay_standby'> = {
  kind: 'pay_standby',
  tries: 8,
  inTransaction: (app, db, { pushedDayId }) => payStandby(app, db, pushedDayId),
}

export const followHolidaysTask: Task<'follow_holidays'> = {
  kind: 'follow_holidays',
  tries: 8,
  inTransaction: followSome,
}

export const settleMovedTask: Task<'settle_moved'> = {
  kind: 'settle_moved',
  tries: 8,
  inTransaction: settleMoved,
}
