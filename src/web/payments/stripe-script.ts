/**
 * Stripe's own script: loaded from its own address, only where a card is given or a bank asks, once a page. The types
 * are of its package; the code never comes from there.
 */
import type { Stripe, StripeConstructor } from '@stripe/stripe-js'

export type CardScript = { readonly url: string; readonly publishableKey: string }

declare global {
  interface Window {
    Stripe?: StripeConstructor
  }
}

let loading: Promise<Stripe> | null = null

/** Throws where the script cannot be fetched; the next call tries again. */
export function loadStripe(script: CardScript): Promise<Stripe> {
  loading ??= startStripe(script).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

async function startStripe({ url, publishableKey }: CardScript): Promise<Stripe> {
  if (window.Stripe === undefined) await fetchScript(url)
  if (window.Stripe === undefined) throw new Error('the card script did not start')
  return window.Stripe(publishableKey)
}

function fetchScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = url
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      reject(new Error('the card script could not be fetched'))
    })
    document.head.append(element)
  })
}
