import type { ondemand } from '#contract/ondemand.ts'
import type { LatLng } from '#domain/geo.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { findHoliday } from '../holidays/find-holiday.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { isCustomer, type UserScope } from '../scope.ts'
import { bookOnDemand } from './book-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { addDraftPhoto, removeDraftPhoto } from './change-draft-photos.ts'
import { claimDraft } from './claim-draft.ts'
import { giftFor, priceOrder, quoteReply, siteOfPlace, siteOfProperty } from './price-order.ts'
import { type Draft, readDraft, readDraftPhotos } from './read-draft.ts'
import { readOrder, readOrders } from './read-order.ts'
import { readServicesAt } from './read-services.ts'
import { saveDraft } from './save-draft.ts'

export const ondemandHandlers: Handlers<typeof ondemand> = {
  'POST /api/get-on-demand-services': ({ app, body, now }) => readServicesAt(app.db, body, now),

  'POST /api/quote-on-demand': async ({ app, scope, body, now }) => {
    const site = await siteOf(app.db, scope, body)
    const customerId = scope?.type === 'Customer' ? scope.userId : null
    const coupon = await giftFor(app.db, { customerId, couponCode: body.couponCode, site, now })
    const priced = await priceOrder(app.db, body, { site, coupon, now })
    return { ...quoteReply(priced, site), holiday: await findHoliday(app.db, site, priced.window.date) }
  },

  'POST /api/save-on-demand-draft': ({ app, scope, body }) =>
    saveDraft(app, scope, { token: body.token, content: body.draft }),
  'POST /api/get-on-demand-draft': async ({ app, scope, body, now }) =>
    draftReply(app, await readDraft(app.db, scope, { token: body.token, now })),
  'POST /api/upload-order-photo': async ({ app, scope, query, file, locale, now }) => {
    const draft = await readDraft(app.db, scope, { token: query.token, now })
    await addDraftPhoto(app, draft, { file, locale })
    return { photos: await readDraftPhotos(app, draft) }
  },
  'POST /api/remove-order-photo': async ({ app, scope, body, now }) => {
    const draft = await readDraft(app.db, scope, { token: body.token, now })
    await removeDraftPhoto(app, draft, body.photoId)
    return { photos: await readDraftPhotos(app, draft) }
  },
  'POST /api/claim-on-demand-draft': async ({ app, scope, body }) =>
    draftReply(app, await claimDraft(app, scope, body.token)),

  'POST /api/book-on-demand': async ({ app, scope, body }) => {
    const { orderId, nextAction } = await bookOnDemand(app, scope, body)
    const { progress, declineCode } = await readOrder(app, scope, orderId)
    return { orderId, progress, declineCode, nextAction }
  },
  'GET /api/on-demand-order': ({ app, scope, query }) => readOrder(app, scope, query.id),
  'POST /api/get-on-demand-orders': ({ app, scope }) => readOrders(app, scope),
  'POST /api/cancel-on-demand': async ({ app, scope, body }) => ({
    ok: true,
    feeCents: await cancelOrder(app, scope, body),
  }),
}

/** A property counts only for its owner; a guest names a place. */
function siteOf(
  db: Db,
  scope: UserScope | null,
  { propertyId, place }: { propertyId: PropertyId | null; place: LatLng | null },
) {
  if (propertyId !== null) {
    if (!isCustomer(scope)) throw new Refused('not_found')
    return siteOfProperty(db, scope, propertyId)
  }
  if (place === null) throw new Refused('bad_input', { faults: { place: 'missing' } })
  return siteOfPlace(db, place)
}

async function draftReply(app: App, draft: Draft) {
  return { draft: draft.content, photos: await readDraftPhotos(app, draft), expiresAt: draft.expiresAt }
}
