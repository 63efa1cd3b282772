/** Hours of one turnover, as its host wants them: they stay when its stay moves, until it follows its stay again. */
import { instant, timeAt } from '#domain/time.ts'
import { type Reply, useAction } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

type Turnover = Reply<'GET /api/turnovers'>['coming'][number]

export function ChooseHours({ turnover }: { turnover: Turnover }) {
  const { turnovers: texts } = useText().places
  const format = useFormat()
  const save = useAction('POST /api/set-turnover-hours', {
    refreshes: ['GET /api/turnovers', 'GET /api/property'],
  })
  const { visitId, date, state, startsAt, endsAt, timeZone, hasOwnHours } = turnover
  if (state !== 'scheduled' && state !== 'confirmed') return null
  const clock = (at: string) => timeAt(instant(Date.parse(at)), timeZone)
  const follow = async () => {
    try {
      await save.mutateAsync({ body: { visitId, hours: null } })
      showToast(texts.followed)
      return true
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
      return false
    }
  }
  const choose = async () => {
    const chosen = await openPrompt({
      title: texts.hoursTitle(format.day(date)),
      body: texts.hoursBody,
      inputs: [
        { name: 'hours.from', label: texts.hoursFrom, kind: 'time', value: clock(startsAt) },
        { name: 'hours.until', label: texts.hoursUntil, kind: 'time', value: clock(endsAt) },
      ],
      submitLabel: texts.save,
      onSubmit: (values) => {
        const hours = { from: values['hours.from'] ?? '', until: values['hours.until'] ?? '' }
        return save.mutateAsync({ body: { visitId, hours } })
      },
      ...(hasOwnHours ? { otherWay: { label: texts.followAgain, onChoose: follow } } : {}),
    })
    if (chosen !== undefined) showToast(texts.hoursKept)
  }
  return (
    <Button tone="quiet" aria-label={texts.hoursOf(format.day(date))} onClick={() => void choose()}>
      {texts.hours}
    </Button>
  )
}
