/** What a change would cost, asked of the server while the form is filled in. */
import { type CallInput, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'

type Change = CallInput<'POST /api/preview-schedule-change'>['body']

export function ChangeEffect({ change, isEnabled }: { change: Change; isEnabled: boolean }) {
  const texts = useText().schedule.move
  const format = useFormat()
  const { data } = useEndpoint('POST /api/preview-schedule-change', { body: change }, { isEnabled })
  if (data === undefined || data.centsBefore === null || data.centsAfter === null)
    return <div className="min-h-12" aria-hidden />
  const [before, after] = [format.money(data.centsBefore), format.money(data.centsAfter)]
  const cost =
    change.kind === 'move'
      ? texts.effectOne(before, after)
      : texts.effectMany(data.visitsAfter, after, before)
  return <Banner>{data.crewCount === 0 ? cost : `${cost} ${texts.crews(data.crewCount)}`}</Banner>
}
