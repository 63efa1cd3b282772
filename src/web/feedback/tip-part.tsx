/** One tap gives a tip, and another takes it back while it waits; it stays away where there is nothing to give or to say. */
import { type Cents, cents } from '#domain/money.ts'
import { suggestTips } from '#domain/ratings/tips.ts'
import { useAction } from '#web/api.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useNow } from '#web/ui/now.ts'
import type { Feedback, FeedbackReader } from './feedback.types.ts'

const CHANGES = ['GET /api/visit-feedback', 'GET /api/billing'] as const
/** The button goes when the time is over. */
const LOOK_AGAIN_MS = 5_000

type Tipped = { feedback: Feedback; reader: FeedbackReader; timeZone: string; totalCents: Cents | null }

export function TipPart({ feedback, reader, timeZone, totalCents }: Tipped) {
  const { tip } = useText().feedback
  const format = useFormat()
  const { tipCents, canTip } = feedback
  if (tipCents === null) return canTip ? <TipChoice feedback={feedback} totalCents={totalCents} /> : null
  const amount = format.money(tipCents)
  if (reader === 'crew')
    return (
      <Banner tone="good" icon="gift">
        {tip.received(amount)}
      </Banner>
    )
  return <TipGiven feedback={feedback} amount={amount} timeZone={timeZone} />
}

function TipGiven({
  feedback: { visitId, tipUndoableUntil },
  amount,
  timeZone,
}: {
  feedback: Feedback
  amount: string
  timeZone: string
}) {
  const { feedback, ui } = useText()
  const format = useFormat()
  const now = useNow(LOOK_AGAIN_MS)
  const undo = useAction('POST /api/undo-tip', { refreshes: CHANGES })
  const isOpen = tipUndoableUntil !== null && Date.parse(tipUndoableUntil) > now
  const takeBack = () =>
    undo.mutate(
      { body: { visitId } },
      {
        onSuccess: () => showToast(feedback.tip.undone),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <Banner
      tone="good"
      icon="gift"
      actions={
        isOpen && (
          <Button icon="undo" isBusy={undo.isPending} onClick={takeBack}>
            {ui.undo}
          </Button>
        )
      }
    >
      {feedback.tip.given(amount)} {isOpen && feedback.tip.undoUntil(format.time(tipUndoableUntil, timeZone))}
    </Banner>
  )
}

function TipChoice({ feedback, totalCents }: { feedback: Feedback; totalCents: Cents | null }) {
  const { tip } = useText().feedback
  const format = useFormat()
  const give = useAction('POST /api/tip-visit', { refreshes: CHANGES })
  const { visitId } = feedback
  const offer = (amountCents: Cents) => give.mutateAsync({ body: { visitId, amountCents } })
  const offerOther = () =>
    openPrompt({
      title: tip.otherTitle,
      body: tip.help,
      inputs: [{ name: 'amount', label: tip.otherAmount }],
      submitLabel: tip.yes,
      onSubmit: ({ amount = '' }) => {
        const amountCents = readDollars(amount)
        return amountCents === null ? Promise.reject(new Error(tip.otherWrong)) : offer(cents(amountCents))
      },
    })
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{tip.title}</h3>
      <div className="flex flex-wrap gap-2">
        {suggestTips(totalCents, feedback).map((amountCents) => (
          <Button
            key={amountCents}
            isBusy={give.isPending && give.variables.body.amountCents === amountCents}
            onClick={() =>
              void offer(amountCents).catch((error: Error) => showToast(error.message, { tone: 'danger' }))
            }
          >
            {format.money(amountCents)}
          </Button>
        ))}
        <Button tone="quiet" onClick={() => void offerOther()}>
          {tip.other}
        </Button>
      </div>
      <p className="text-sm text-muted">{tip.help}</p>
    </div>
  )
}
