import type { messages } from '#contract/messages.ts'
import type { Handlers } from '../http/handler.ts'
import { countUnreadConversations } from './conversation-queries.ts'
import { markMessagesRead } from './mark-messages-read.ts'
import { readConversations } from './read-conversations.ts'
import { readThread } from './read-thread.ts'
import { sendMessage, sendPhoto } from './send-message.ts'

export const messagesHandlers: Handlers<typeof messages> = {
  'POST /api/get-conversations': ({ app, scope, body }) => readConversations(app, scope, body),
  'GET /api/unread-conversations': async ({ app, scope }) => ({
    unreadCount: await countUnreadConversations(app.db, scope),
  }),
  'POST /api/get-messages': ({ app, scope, body }) => readThread(app, scope, body.visitId),
  'POST /api/send-message': ({ app, scope, body }) => sendMessage(app, scope, body),
  'POST /api/send-message-photo': ({ app, scope, query, file }) =>
    sendPhoto(app, scope, { visitId: query.visitId, file }),
  'POST /api/read-messages': async ({ app, scope, body }) => ({
    unreadCount: await markMessagesRead(app, scope, body),
  }),
}
