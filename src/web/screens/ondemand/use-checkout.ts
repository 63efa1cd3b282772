/**
 * What the order costs exactly. For a guest at the address; for a customer the draft is claimed first, so that the
 * price is that of the very property that is booked. Doing it again changes nothing.
 */
import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '#web/api.ts'
import { referralCodes } from '#web/session/referral.ts'
import { useUser } from '#web/session/user.ts'
import { type OrderDraft, saveOrder, whenOf } from './order-draft.ts'

export type Checkout = {
  readonly quote: Reply<'POST /api/quote-on-demand'>
  /** Null for a guest: there is nothing to book yet. */
  readonly token: string | null
}

export function useCheckout(draft: OrderDraft, onToken: (token: string) => void) {
  const user = useUser()
  const isCustomer = user?.type === 'Customer'
  return useQuery<Checkout>({
    queryKey: ['POST /api/quote-on-demand', draft, user?.id ?? null],
    queryFn: () => (isCustomer ? claimAndQuote(draft, onToken) : quoteForGuest(draft)),
    staleTime: 60_000,
  })
}

async function quoteForGuest(draft: OrderDraft): Promise<Checkout> {
  const { coupon } = referralCodes()
  const quote = await call('POST /api/quote-on-demand', {
    body: { ...asked(draft), place: placeOf(draft), ...(coupon === undefined ? {} : { couponCode: coupon }) },
  })
  return { quote, token: null }
}

async function claimAndQuote(draft: OrderDraft, onToken: (token: string) => void): Promise<Checkout> {
  const token = await saveOrder(draft)
  const claimed = await call('POST /api/claim-on-demand-draft', { body: { token } })
  const { propertyId } = claimed.draft
  const quote = await call('POST /api/quote-on-demand', {
    body: { ...asked(draft), place: null, propertyId },
  })
  if (token !== draft.token) onToken(token)
  return { quote, token }
}

function asked(draft: OrderDraft) {
  return { serviceKey: draft.serviceKey, quantity: draft.quantity, when: whenOf(draft) }
}

function placeOf({ place }: OrderDraft) {
  return place && { lat: place.lat, lng: place.lng }
}
