import type { frontDoor } from '#contract/front-door.ts'
import type { Handlers } from '../http/handler.ts'
import { priceStreet } from './price-street.ts'
import { readFrontDoor } from './read-front-door.ts'

export const frontDoorHandlers: Handlers<typeof frontDoor> = {
  'GET /get-started/_payload.json': ({ app }) => readFrontDoor(app),
  'POST /api/price-street': ({ app, body }) => priceStreet(app, body),
}
