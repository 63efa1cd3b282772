/** What is done about assignments by itself: asking for the week, taking what nobody confirmed, notifying of it. */
import { lapseUnconfirmed, notifyOfLapsed } from '../assignments/lapse-unconfirmed.ts'
import { notifyOfUnassigned } from '../assignments/notify-of-unassigned.ts'
import { remindToConfirm } from '../assignments/remind-to-confirm.ts'
import { sendLinkToPhone } from '../assignments/send-link.ts'
import type { Task } from '../tasks/task.ts'

export const remindToConfirmTask: Task<'remind_to_confirm'> = {
  kind: 'remind_to_confirm',
  tries: 5,
  inTransaction: remindToConfirm,
}

export const remindToConfirmAgainTask: Task<'remind_to_confirm_again'> = {
  kind: 'remind_to_confirm_again',
  tries: 5,
  inTransaction: remindToConfirm,
}

export const lapseUnconfirmedTask: Task<'lapse_unconfirmed'> = {
  kind: 'lapse_unconfirmed',
  tries: 5,
  outside: async (app, { marketId, at }) => {
    await lapseUnconfirmed(app, marketId)
    await notifyOfLapsed(app, marketId, at)
  },
}

export const notifyOfUnassignedTask: Task<'notify_of_unassigned'> = {
  kind: 'notify_of_unassigned',
  tries: 5,
  inTransaction: notifyOfUnassigned,
}

export const sendAssignmentsLinkTask: Task<'send_assignments_link'> = {
  kind: 'send_assignments_link',
  tries: 5,
  inTransaction: sendLinkToPhone,
}
