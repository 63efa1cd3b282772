import { type Cents, cents } from '#domain/money.ts'
import { useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { Feedback, FeedbackReader } from './feedback.types.ts'

const CHOICES_CENTS = [300, 500, 1_000, 2_000].map(cents)

/** A tip is final, so it asks; it stays away where there is nothing to give or to say. */
export function TipCard({ feedback, reader }: { feedback: Feedback; reader: FeedbackReader }) {
  const { tip } = useText().feedback
  const format = useFormat()
  const give = useAction('POST /api/tip-visit', {
    refreshes: ['GET /api/visit-feedback', 'GET /api/billing'],
  })
  const { visitId, tipCents, canTip } = feedback
  if (tipCents !== null) {
    const amount = format.money(tipCents)
    return (
      <Banner tone="good" icon="gift">
        {reader === 'customer' ? tip.given(amount) : tip.received(amount)}
      </Banner>
    )
  }
  if (!canTip) return null
  const offer = async (amountCents: Cents) => {
    const title = tip.confirm(format.money(amountCents))
    if (!(await confirmPrompt({ title, body: tip.help, submitLabel: tip.yes }))) return
    give.mutate(
      { body: { visitId, amountCents } },
      { onError: (error) => showToast(error.message, { tone: 'danger' }) },
    )
  }
  return (
    <Card title={tip.title}>
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          {CHOICES_CENTS.map((amountCents) => (
            <Button
              key={amountCents}
              isBusy={give.isPending && give.variables.body.amountCents === amountCents}
              onClick={() => void offer(amountCents)}
            >
              {format.money(amountCents)}
            </Button>
          ))}
        </div>
        <p className="text-sm text-muted">{tip.help}</p>
      </div>
    </Card>
  )
}
