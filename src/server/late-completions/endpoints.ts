import type { lateCompletions } from '#contract/late-completions.ts'
import type { Handlers } from '../http/handler.ts'
import { decideLateCompletion } from './decide-late-completion.ts'
import { readLateCompletion, readLateCompletions, readOwnLateCompletions } from './read-late-completions.ts'

export const lateCompletionsHandlers: Handlers<typeof lateCompletions> = {
  'GET /api/my-late-completions': ({ app, scope }) => readOwnLateCompletions(app, scope),
  'POST /api/get-late-completions': ({ app, scope, body }) => readLateCompletions(app, scope, body),
  'GET /api/late-completion': ({ app, scope, query }) => readLateCompletion(app, scope, query.id),
  'POST /api/accept-late-completion': ({ app, scope, body }) =>
    decideLateCompletion(app, scope, { ...body, step: 'accept' }),
  'POST /api/dismiss-late-completion': ({ app, scope, body }) =>
    decideLateCompletion(app, scope, { ...body, step: 'dismiss' }),
}
