/**
 * The order in the making, as this browser keeps it: it outlives a reload and the registration in between. The server
 * knows it under a token from the first photo on, or from the price.
 */
import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { parseJson } from '#contract/outside.ts'
import type { LocalDate } from '#domain/time.ts'
import { type CallInput, call } from '#web/api.ts'

const orderDraft = z.object({
  place: z.nullable(z.object({ address: z.string(), lat: z.number(), lng: z.number() })),
  /** One of the customer's own places; its name is shown instead of the address. */
  propertyId: z.nullable(z.string()),
  serviceKey: z.string(),
  whenKind: z.enum(['now', 'window']),
  date: z.string(),
  from: z.string(),
  until: z.string(),
  quantity: z.number(),
  notes: z.string(),
  token: z.nullable(z.string()),
})
export type OrderDraft = Readonly<z.infer<typeof orderDraft>>
export type OrderPlace = NonNullable<OrderDraft['place']>

type DraftContent = CallInput<'POST /api/save-on-demand-draft'>['body']['draft']

const STORED_AS = 'crew_ondemand_draft'

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

export function useOrderDraft(tomorrow: LocalDate) {
  const [draft, setDraft] = useState<OrderDraft>(() => ({ ...emptyOrder(tomorrow), ...stored() }))
  useEffect(() => {
    localStorage.setItem(STORED_AS, JSON.stringify(draft))
  }, [draft])
  return {
    draft,
    set: (change: Partial<OrderDraft>) => setDraft((current) => ({ ...current, ...change })),
  }
}

export function forgetOrder(): void {
  localStorage.removeItem(STORED_AS)
}

/** Begins the next order with what an earlier one was. */
export function keepOrder(draft: OrderDraft): void {
  localStorage.setItem(STORED_AS, JSON.stringify(draft))
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

/** What an earlier page kept; what does not read as this page would have written it is begun anew. */
function stored(): Partial<OrderDraft> {
  const kept = z.partial(orderDraft).safeParse(parseJson(localStorage.getItem(STORED_AS) ?? ''))
  return kept.success ? kept.data : {}
}
