import type { portfolio } from '#contract/portfolio.ts'
import type { Handlers } from '../http/handler.ts'
import { readMonth } from './read-month.ts'

export const portfolioHandlers: Handlers<typeof portfolio> = {
  'POST /api/get-portfolio-month': ({ app, scope, body }) => readMonth(app, scope, body),
}
