/** When rates changed or will, what they became and by whom; what is still to come can be taken back. */
import { isSameRate } from '#domain/settings/tax-rates.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { type Rates, wholeRateOf } from './describe-rate.ts'
import { useSaveRates } from './save-rates.ts'

type Change = Rates['changes'][number]

export function RateChanges({ rates }: { rates: Rates }) {
  const { rates: texts } = useText().taxDesk
  return (
    <Card title={texts.changes} isFlush>
      {rates.changes.length === 0 && <p className="px-4 pb-4 text-muted sm:px-5">{texts.noChanges}</p>}
      <List label={texts.changes}>
        {rates.changes.map((change) => (
          <ChangeRow key={change.from} change={change} rates={rates} />
        ))}
      </List>
    </Card>
  )
}

function ChangeRow({ change, rates }: { change: Change; rates: Rates }) {
  const { rates: texts } = useText().taxDesk
  const format = useFormat()
  const what = useWhatChanged(change, rates)
  return (
    <ListRow
      title={texts.fromDay(format.dateTime(change.from, rates.zone))}
      detail={[...what, change.writtenBy !== '' && texts.by(change.writtenBy)].filter(Boolean).join(' · ')}
      state={change.isComing && <Badge tone="info">{texts.coming}</Badge>}
      actions={<Only may="catalogue">{change.isComing && <TakeBack change={change} rates={rates} />}</Only>}
    />
  )
}

/** Only what is another rate than before: a change of one service says that one. */
function useWhatChanged({ byService, otherBasisPoints, before }: Change, { services }: Rates): string[] {
  const { rates: texts } = useText().taxDesk
  const format = useFormat()
  const percent = (basisPoints: number) => (basisPoints === 0 ? texts.untaxed : format.percent(basisPoints))
  const changed = services.flatMap(({ key, name }) => {
    const [own, earlier] = [byService[key], before.byService[key]]
    if (isSameRate(own, earlier)) return []
    return [texts.set(name, own === undefined ? texts.asOthers : percent(wholeRateOf(own)))]
  })
  return otherBasisPoints === before.otherBasisPoints
    ? changed
    : [...changed, texts.set(texts.others, percent(otherBasisPoints))]
}

function TakeBack({ change, rates }: { change: Change; rates: Rates }) {
  const { rates: texts } = useText().taxDesk
  const save = useSaveRates(rates)
  const ask = async () => {
    const isTaken = await confirmPrompt({
      title: texts.takeBackTitle,
      body: texts.takeBackBody,
      submitLabel: texts.takeBack,
      keepLabel: texts.keep,
      isDanger: true,
      onSubmit: () => save(change.before, change, change.from),
    })
    if (isTaken) showToast(texts.saved)
  }
  return (
    <Button tone="quiet" onClick={() => void ask()}>
      {texts.takeBack}
    </Button>
  )
}
