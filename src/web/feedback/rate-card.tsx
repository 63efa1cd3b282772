import { type ReactNode, useState } from 'react'
import { useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import type { Feedback, FeedbackReader } from './feedback.types.ts'
import { StarChoice, StarsShown } from './stars.tsx'

type Rated = { feedback: Feedback; reader: FeedbackReader; timeZone: string; children: ReactNode }

/** The stars, and what stands with them: a tip. */
export function RateCard({ feedback, reader, timeZone, children }: Rated) {
  const { rate } = useText().feedback
  const format = useFormat()
  const { own, theirs, isRevealed, revealsAt, crew } = feedback
  const ask = reader === 'customer' ? rate.askCustomer : rate.askCrew
  return (
    <Card title={own ? rate.given : ask}>
      <div className="grid gap-4">
        {feedback.canRate ? <RateForm feedback={feedback} /> : own && <Said rating={own} />}
        {own && !isRevealed && revealsAt !== null && (
          <p className="text-sm text-muted">{rate.hidden(format.dateTime(revealsAt, timeZone))}</p>
        )}
        {children}
        {theirs && (
          <div className="grid gap-1">
            <h3 className="font-semibold">
              {reader === 'customer' ? rate.theirsFromCrew : rate.theirsFromCustomer}
            </h3>
            <Said rating={theirs} />
          </div>
        )}
        {crew && (
          <p className="text-sm text-muted">
            {crew.stars === null ? rate.noAverage : rate.average(crew.stars.toFixed(1), crew.count)}
          </p>
        )}
      </div>
    </Card>
  )
}

function Said({ rating: { stars, note } }: { rating: { stars: number; note: string } }) {
  return (
    <div className="grid gap-1">
      <StarsShown stars={stars} />
      {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
    </div>
  )
}

/** One tap on a star saves it; words may follow. */
function RateForm({ feedback: { visitId, own } }: { feedback: Feedback }) {
  const { rate } = useText().feedback
  const [stars, setStars] = useState(own?.stars ?? 0)
  const draft = useDraft({ note: own?.note ?? '' })
  const save = useAction('POST /api/rate-visit', { refreshes: ['GET /api/visit-feedback'] })
  const send = async (chosen: number) => {
    await save.mutateAsync({ body: { visitId, stars: chosen, note: draft.values.note } })
    draft.reset(draft.values)
  }
  const choose = (chosen: number) => {
    const before = stars
    setStars(chosen)
    send(chosen).catch((error: Error) => {
      setStars(before)
      showToast(error.message, { tone: 'danger' })
    })
  }
  return (
    <div className="grid gap-3">
      <StarChoice label={rate.choose} stars={stars} onChoose={choose} />
      {stars > 0 && (
        <Form
          submitLabel={rate.save}
          tone="secondary"
          onSubmit={async () => {
            await send(stars)
            showToast(rate.saved)
          }}
        >
          <TextArea label={rate.note} maxLength={500} isOptional {...draft.field('note')} />
        </Form>
      )}
    </div>
  )
}
