/** The crew stands before a closed door: the customer says how to get in, or lets it go. */
import { cents } from '#domain/money.ts'
import { useAction } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import type { VisitNowReply } from './visit-now.types.ts'

const OPEN = ['waiting', 'answered', 'let_go']

export function AccessQuestion({ visit }: { visit: VisitNowReply }) {
  const { today } = useText()
  const format = useFormat()
  const texts = today.question
  const mayAnswer = useMayHere()('schedule')
  const { problem } = visit
  if (problem === null || !OPEN.includes(problem.state)) return null
  return (
    <Card title={texts.title(visit.crewFirstName ?? today.now.yourCrew)}>
      <div className="grid gap-3">
        <p className="text-lg font-semibold">{problem.note || today.access.reasons[problem.reason]}</p>
        {problem.photo && (
          <PhotoStrip
            photos={[{ url: problem.photo.url, thumbnailUrl: problem.photo.thumbnailUrl, alt: texts.photo }]}
          />
        )}
        {problem.answer && (
          <Banner tone="good" title={texts.yourAnswer}>
            {problem.answer}
          </Banner>
        )}
        {problem.state === 'let_go' ? (
          <p>{texts.gone}</p>
        ) : (
          <>
            {problem.reason !== 'unsafe' && (
              <p className="nums">{texts.until(format.time(problem.waitsUntil, visit.timeZone))}</p>
            )}
            <p className="text-sm text-muted">
              {problem.feeCents ? texts.fee(format.money(problem.feeCents)) : texts.noFee}
            </p>
            {mayAnswer && <Answer problemId={problem.id} feeCents={problem.feeCents ?? 0} />}
          </>
        )}
      </div>
    </Card>
  )
}

function Answer({ problemId, feeCents }: { problemId: string; feeCents: number }) {
  const texts = useText().today.question
  const format = useFormat()
  const draft = useDraft({ answer: '' })
  const action = useAction('POST /api/answer-access-problem', {
    refreshes: ['GET /api/visit-now', 'GET /api/visit-timeline'],
  })
  const { answer } = draft.values
  const send = () =>
    action.mutate(
      { body: { problemId, answer } },
      {
        onSuccess: () => {
          draft.reset({ answer: '' })
          showToast(texts.sent)
        },
      },
    )
  const release = async () => {
    const isSure = await confirmPrompt({
      title: texts.releaseTitle,
      body: feeCents > 0 ? texts.releaseBody(format.money(cents(feeCents))) : texts.noFee,
      submitLabel: texts.release,
    })
    if (isSure) action.mutate({ body: { problemId, isCrewReleased: true } })
  }
  return (
    <div className="grid gap-3">
      {action.error && (
        <Banner tone="danger" isAlert>
          {action.error.message}
        </Banner>
      )}
      <TextArea label={texts.answer} maxLength={500} {...draft.field('answer')} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button
          tone="primary"
          isLarge
          isWide
          isBusy={action.isPending}
          disabled={answer.trim() === ''}
          onClick={send}
        >
          {texts.send}
        </Button>
        <Button isLarge isWide isBusy={action.isPending} onClick={() => void release()}>
          {texts.release}
        </Button>
      </div>
    </div>
  )
}
