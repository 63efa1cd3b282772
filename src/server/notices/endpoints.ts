import type { notices } from '#contract/notices.ts'
import type { Handlers } from '../http/handler.ts'
import { changePreferences, readPreferences, sendTestNotice } from './change-preferences.ts'
import { countUnread, markRead } from './queries.ts'
import { readNoticesPage } from './read-notices.ts'
import { takeSmsAnswer } from './take-sms-answer.ts'
import { readUnsubscribe, switchMails } from './unsubscribe.ts'

const ok = { ok: true } as const

export const noticesHandlers: Handlers<typeof notices> = {
  'POST /api/get-notices': ({ app, scope, body }) => readNoticesPage(app, scope, body),
  'GET /api/unread-notices': async ({ app, scope }) => ({
    unreadCount: await countUnread(app.db, scope.userId),
  }),
  'POST /api/read-notices': async ({ app, scope, now, body }) => {
    await markRead(app.db, { userId: scope.userId, noticeIds: body.noticeIds, now })
    return { unreadCount: await countUnread(app.db, scope.userId) }
  },
  'GET /api/notification-preferences': ({ app, scope }) => readPreferences(app, scope),
  'POST /api/save-notification-preferences': async ({ app, scope, body }) => {
    await changePreferences(app, scope, body)
    return ok
  },
  'POST /api/send-test-notice': async ({ app, scope }) => ({ channels: await sendTestNotice(app, scope) }),
  'POST /api/get-unsubscribe': ({ app, body }) => readUnsubscribe(app, body.token),
  'POST /api/unsubscribe': ({ app, body }) => switchMails(app, body.token, body.isOn),
  'POST /api/unsubscribe-one-click': async ({ app, query }) => {
    await switchMails(app, query.token, false)
    return ok
  },
  'POST /api/sms-webhook': async ({ app, file, headers }) => {
    await takeSmsAnswer(app, file, headers['x-twilio-signature'])
    return ok
  },
}
