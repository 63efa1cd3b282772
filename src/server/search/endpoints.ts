import type { search } from '#contract/search.ts'
import type { Handlers } from '../http/handler.ts'
import { findAnything, readMarks } from './find-anything.ts'
import { keepMark } from './save-mark.ts'

export const searchHandlers: Handlers<typeof search> = {
  'POST /api/search': ({ app, scope, body }) => findAnything(app, scope, body.text),
  'GET /api/search-marks': ({ app, scope }) => readMarks(app, scope),
  'POST /api/open-found': ({ app, scope, body }) => keepMark(app, scope, body),
  'POST /api/pin-found': ({ app, scope, body }) => keepMark(app, scope, body),
}
