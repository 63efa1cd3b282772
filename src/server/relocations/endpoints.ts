import type { places } from '#contract/places.ts'
import type { Handlers } from '../http/handler.ts'
import { updateProperty } from './update-property.ts'

export const relocationsHandlers: Handlers<Pick<typeof places, 'POST /api/update-property'>> = {
  'POST /api/update-property': async ({ app, scope, body }) => {
    await updateProperty(app, scope, body)
    return { ok: true }
  },
}
