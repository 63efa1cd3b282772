/**
 * The order in the making, as this browser keeps it: it outlives a reload and the registration in between. The server
 * knows it under a token from the first photo on, or from the price.
 */
import { fieldsIn, textOf } from '#contract/outside.ts'
import type { LocalDate } from '#domain/time.ts'
import { type CallInput, call } from '#web/api.ts'
import { keepAnswers } from '#web/steps/kept-answers.ts'
import { type KeptForm, useKeptDraft } from '#web/steps/use-kept-draft.ts'

export type OrderPlace = { readonly address: string; readonly lat: number; readonly lng: number }
export type OrderDraft = {
  readonly place: OrderPlace | null
  /** One of the customer's own places; its name is shown instead of the address. */
  readonly propertyId: string | null
  readonly serviceKey: string
  readonly whenKind: 'now' | 'window'
  readonly date: string
  readonly from: string
  readonly until: string
  readonly quantity: number
  readonly notes: string
  readonly token: string | null
}

type DraftContent = CallInput<'POST /api/save-on-demand-draft'>['body']['draft']

export function emptyOrder(tomorrow: LocalDate): OrderDraft {
  return {
    place: null,
    propertyId: null,
    serviceKey: '',
    whenKind: 'now',
    date: tomorrow,
    from: '09:00',
    until: '12:00',
    quantity: 1,
    notes: '',
    token: null,
  }
}

/** How a browser keeps it between the steps. */
const ORDER: KeptForm<OrderDraft> = {
  name: 'on-demand-order',
  version: 1,
  read: (kept, empty) => ({
    place: placeIn(kept['place']),
    propertyId: textOf(kept['propertyId']) ?? null,
    serviceKey: textOf(kept['serviceKey']) ?? empty.serviceKey,
    whenKind: kept['whenKind'] === 'now' || kept['whenKind'] === 'window' ? kept['whenKind'] : empty.whenKind,
    date: textOf(kept['date']) ?? empty.date,
    from: textOf(kept['from']) ?? empty.from,
    until: textOf(kept['until']) ?? empty.until,
    quantity: typeof kept['quantity'] === 'number' ? kept['quantity'] : empty.quantity,
    notes: textOf(kept['notes']) ?? empty.notes,
    token: textOf(kept['token']) ?? null,
  }),
}

export type OrderInTheMaking = {
  readonly draft: OrderDraft
  readonly set: (change: Partial<OrderDraft>) => void
  /** Booked, or begun anew. */
  readonly finish: () => void
}

export function useOrderDraft(tomorrow: LocalDate): OrderInTheMaking {
  const { values, set, finish } = useKeptDraft(ORDER, emptyOrder(tomorrow))
  return { draft: values, set, finish }
}

/** Begins the next order of somebody with what an earlier one was. */
export function keepOrder(draft: OrderDraft, userId: string): void {
  keepAnswers(ORDER, userId, draft, Date.now())
}

export function whenOf(draft: OrderDraft): DraftContent['when'] {
  if (draft.whenKind === 'now') return { kind: 'now' }
  return {
    kind: 'window',
    date: draft.date,
    from: draft.from,
    until: draft.until,
  }
}

/** Keeps the draft at the server; answers its token. */
export async function saveOrder(draft: OrderDraft): Promise<string> {
  const content: DraftContent = {
    serviceKey: draft.serviceKey === '' ? null : draft.serviceKey,
    place: draft.place && { address: draft.place.address, lat: draft.place.lat, lng: draft.place.lng },
    propertyId: draft.propertyId,
    when: whenOf(draft),
    quantity: draft.quantity,
    notes: draft.notes,
  }
  const { token } = await call('POST /api/save-on-demand-draft', {
    body: { draft: content, ...(draft.token === null ? {} : { token: draft.token }) },
  })
  return token
}

function placeIn(kept: unknown): OrderPlace | null {
  const { address, lat, lng } = fieldsIn(kept)
  const isPlace = typeof address === 'string' && typeof lat === 'number' && typeof lng === 'number'
  return isPlace ? { address, lat, lng } : null
}
