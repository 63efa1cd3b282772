import type { App } from '../app.ts'
import type { MethodSetup } from '../ports/payments/port.ts'
import { type CardHolder, openSetup } from './attach-card.ts'

/** Null for a provider whose form is among our pages. */
export async function openCardForm(app: App, holder: CardHolder): Promise<MethodSetup | null> {
  return app.ports.payments.browser === null ? null : openSetup(app, holder, ['card'])
}

/** For whoever may pay by bank debit, too. */
export async function openMethodForm(app: App, holder: CardHolder): Promise<MethodSetup | null> {
  return app.ports.payments.browser === null ? null : openSetup(app, holder, ['card', 'bank_account'])
}
