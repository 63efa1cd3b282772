/**
 * A bank that asks the holder of a card before it lets money go (3-D Secure): shows the question, and lets the call go
 * on after the answer. The embedded provider asks here; another provider's own script asks behind the same function.
 */
import { cents, formatCents } from '#domain/money.ts'
import { call } from '#web/api.ts'
import { currentText } from '#web/text/store.ts'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'

export type NextAction = { readonly clientSecret: string }

/** A card asks when it is saved, and when it is charged. */
const MOST_QUESTIONS = 4

/** Makes a call until its answer has no question of a bank any more: each is answered, and the same call goes on. */
export async function whileBankAsks<Reply>(
  ask: (before: Reply | undefined) => Promise<Reply>,
  questionOf: (reply: Reply) => NextAction | null,
): Promise<Reply> {
  let reply = await ask(undefined)
  for (let asked = 0; asked < MOST_QUESTIONS; asked++) {
    const question = questionOf(reply)
    if (question === null) break
    await answerBank(question)
    reply = await ask(reply)
  }
  return reply
}

/** Refusing is an answer, too: the bank then declines. */
async function answerBank({ clientSecret }: NextAction): Promise<void> {
  const { cardScript } = await call('GET /api/config')
  if (cardScript !== null) {
    const { loadStripe } = await import('./stripe-script.ts')
    // What came of it is read from the provider by the call that goes on.
    await (await loadStripe(cardScript)).handleNextAction({ clientSecret })
    return
  }
  const { money } = currentText()
  const { last4, amountCents } = await call('POST /api/demo-bank/get-challenge', { body: { clientSecret } })
  const isApproved = await confirmPrompt({
    title: money.bank.title,
    body:
      amountCents === null
        ? money.bank.asksToSave(last4)
        : money.bank.asksToPay(formatCents(cents(amountCents)), last4),
    submitLabel: money.bank.approve,
    keepLabel: money.bank.refuse,
  })
  await call('POST /api/demo-bank/answer-challenge', { body: { clientSecret, isApproved } })
}
