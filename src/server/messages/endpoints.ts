import type { messages } from '#contract/messages.ts'
import type { Handlers } from '../http/handler.ts'
import { readMessages } from './mark-read.ts'
import { sendMessage, sendPhoto } from './send.ts'
import { readThread } from './thread.ts'

export const messagesHandlers: Handlers<typeof messages> = {
  'POST /api/get-messages': ({ app, scope, body }) => readThread(app, scope, body.visitId),
  'POST /api/send-message': ({ app, scope, body }) => sendMessage(app, scope, body),
  'POST /api/send-message-photo': ({ app, scope, query, file }) =>
    sendPhoto(app, scope, { visitId: query.visitId, file }),
  'POST /api/read-messages': async ({ app, scope, body }) => ({
    unreadCount: await readMessages(app, scope, body),
  }),
}
