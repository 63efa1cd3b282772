/** Extra work that the crew asks for: yes or no, with what it costs on the button. */
import { useAction } from '#web/api.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Money } from '#web/ui/money.tsx'
import type { VisitNowReply } from './visit-now.types.ts'

type Extra = VisitNowReply['extras'][number]

export function ExtraQuestions({ visit }: { visit: VisitNowReply }) {
  const { ask } = useText().today
  const mayAnswer = useMayHere()('pay')
  if (visit.extras.length === 0) return null
  return (
    <Card title={ask.title}>
      <ul className="grid gap-4">
        {visit.extras.map((extra) => (
          <li key={extra.id} className="grid gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 font-semibold break-words">{extra.note}</span>
              <Money amountCents={extra.amountCents} />
            </div>
            {extra.photo && (
              <PhotoStrip
                photos={[{ url: extra.photo.url, thumbnailUrl: extra.photo.thumbnailUrl, alt: ask.photo }]}
              />
            )}
            {extra.state === 'proposed' ? (
              mayAnswer && <Choice extra={extra} timeZone={visit.timeZone} />
            ) : (
              <span>
                <Badge tone={extra.state === 'approved' ? 'good' : 'neutral'}>
                  {ask.states[extra.state]}
                </Badge>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Choice({ extra, timeZone }: { extra: Extra; timeZone: string }) {
  const { ask } = useText().today
  const format = useFormat()
  const action = useAction('POST /api/answer-extra-work', {
    refreshes: ['GET /api/visit-now', 'GET /api/visit', 'GET /api/visit-timeline'],
  })
  // The buttons are gone before the answer is shown here; what is refused stands above them.
  const answer = async (isApproved: boolean) => {
    await action.mutateAsync({ body: { extraId: extra.id, isApproved } }).then(
      () => showToast(isApproved ? ask.approved : ask.declined),
      () => undefined,
    )
  }
  return (
    <>
      {action.error && (
        <Banner tone="danger" isAlert>
          {action.error.message}
        </Banner>
      )}
      <p className="nums text-sm text-muted">{ask.until(format.time(extra.expiresAt, timeZone))}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button tone="primary" isLarge isWide isBusy={action.isPending} onClick={() => void answer(true)}>
          {ask.approve(format.money(extra.amountCents))}
        </Button>
        <Button isLarge isWide isBusy={action.isPending} onClick={() => void answer(false)}>
          {ask.decline}
        </Button>
      </div>
    </>
  )
}
