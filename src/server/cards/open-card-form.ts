import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { openSetup } from './attach-card.ts'

export type CardFormInBrowser = {
  readonly setupToken: string
  readonly clientSecret: string
  readonly publishableKey: string
  readonly scriptUrl: string
}

/** Null for a provider whose form is among our pages. */
export async function openCardForm(app: App, scope: CustomerScope): Promise<CardFormInBrowser | null> {
  const { browser } = app.ports.payments
  if (browser === null) return null
  return { ...(await openSetup(app, scope)), ...browser }
}
