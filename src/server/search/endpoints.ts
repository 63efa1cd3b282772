import type { search } from '#contract/search.ts'
import type { Handlers } from '../http/handler.ts'
import { findAnything, toFound } from './find-anything.ts'
import { keepMark } from './save-mark.ts'
import { listMarks } from './search-queries.ts'

export const searchHandlers: Handlers<typeof search> = {
  'POST /api/search': ({ app, scope, body }) => findAnything(app, scope, body.text),
  'GET /api/search-marks': async ({ app, scope }) => {
    const { pinned, recent } = await listMarks(app.db, scope)
    return { pinned: pinned.map(toFound), recent: recent.map(toFound) }
  },
  'POST /api/open-found': ({ app, scope, body }) => keepMark(app, scope, body),
  'POST /api/pin-found': ({ app, scope, body }) => keepMark(app, scope, body),
}
