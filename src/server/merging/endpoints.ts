import type { merging } from '#contract/merging.ts'
import type { Handlers } from '../http/handler.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { previewCandidates, previewMerge } from './preview-merge.ts'

export const mergingHandlers: Handlers<typeof merging> = {
  'GET /api/merge-candidates': ({ app, scope, query }) => previewCandidates(app, scope, query.id),
  'GET /api/account-merge': ({ app, scope, query }) => previewMerge(app, scope, query),
  'POST /api/merge-accounts': async ({ app, scope, body }) => {
    await mergeAccounts(app, scope, body)
    return { ok: true }
  },
}
