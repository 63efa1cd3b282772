/** Where an amount is more than one may give back alone: asks whether a second person shall be asked, and asks. */
import { ApiError, type CallInput, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

type Wish = CallInput<'POST /api/ask-approval'>['body']

/** `catch (error) { if (!(await askInstead(error, wish))) throw error }`: true where it waits now. */
export function useSecondPerson() {
  const { approvals: texts } = useText()
  const format = useFormat()
  const ask = useAction('POST /api/ask-approval', {
    refreshes: ['GET /api/payment-approvals', 'GET /api/queue', 'GET /api/queue-counts'],
  })
  return async (error: unknown, wish: Wish): Promise<boolean> => {
    if (!(error instanceof ApiError) || error.code !== 'second_person_needed') return false
    const isSure = await confirmPrompt({
      title: texts.askTitle,
      body: texts.askBody,
      submitLabel: texts.ask,
    })
    if (!isSure) return false
    const { amountCents } = await ask.mutateAsync({ body: wish })
    showToast(texts.asked(format.money(amountCents)))
    return true
  }
}
