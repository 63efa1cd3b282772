import type { App } from '../app.ts'
import { Refused } from '../refused.ts'

/** The embedded provider's questions. Throws not_found where the link cannot be used. */
export async function answerDemoQuestions(
  app: App,
  { link, ...answers }: { link: string; legalName: string; routingNumber: string; accountNumber: string },
): Promise<{ returnUrl: string }> {
  const page = await readDemoLink(app, link)
  const isAnswered = await app.ports.payments.hostedForms!.answerPayoutQuestions(link, answers)
  if (!isAnswered) throw new Refused('not_found')
  return { returnUrl: page.returnUrl }
}

export async function readDemoLink(app: App, link: string): Promise<{ returnUrl: string }> {
  const page = await app.ports.payments.hostedForms?.readPayoutLink(link)
  if (!page) throw new Refused('not_found')
  return { returnUrl: page.returnUrl }
}
