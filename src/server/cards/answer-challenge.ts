/** The embedded provider's page of a bank that asks the holder of a card. */
import type { App } from '../app.ts'
import type { Challenge } from '../ports/payments/hosted-forms.ts'
import { Refused } from '../refused.ts'

export async function readChallenge(app: App, clientSecret: string): Promise<Challenge> {
  const challenge = await app.ports.payments.hostedForms?.readChallenge(clientSecret)
  if (challenge == null) throw new Refused('not_found')
  return challenge
}

export async function answerChallenge(
  app: App,
  { clientSecret, isApproved }: { clientSecret: string; isApproved: boolean },
): Promise<void> {
  const isAnswered = await app.ports.payments.hostedForms?.answerChallenge(clientSecret, isApproved)
  if (isAnswered !== true) throw new Refused('not_found')
}
