import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { HolidayEditor } from './holiday-editor.tsx'
import type { OperatorScheduleData } from './operator-schedule.data.ts'

type RuleSet = OperatorScheduleData['ruleSets'][number]
type Market = OperatorScheduleData['markets'][number]

/** `new` opens an empty calendar. */
export function Calendars({ schedule }: { schedule: OperatorScheduleData }) {
  const texts = useText().schedule.operator
  const [edited, setEdited] = useState<RuleSet | 'new'>()
  const isOnly = schedule.ruleSets.length === 1
  return (
    <div className="grid gap-4">
      <Card>
        <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start">
          {schedule.markets.map((market) => (
            <MarketCalendar key={market.id} market={market} ruleSets={schedule.ruleSets} />
          ))}
          <Only may="dispatch" isSaid>
            <Button icon="plus" onClick={() => setEdited('new')}>
              {texts.add}
            </Button>
          </Only>
        </div>
      </Card>
      <div className={`grid items-start gap-4 ${isOnly ? '' : 'lg:grid-cols-2'}`}>
        {schedule.ruleSets.map((set) => (
          <Calendar key={set.id} set={set} isOnly={isOnly} onEdit={() => setEdited(set)} />
        ))}
      </div>
      {edited !== undefined && (
        <HolidayEditor
          set={edited === 'new' ? null : edited}
          template={schedule.ruleSets[0]?.rules ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

function MarketCalendar({ market, ruleSets }: { market: Market; ruleSets: readonly RuleSet[] }) {
  const texts = useText().schedule.operator
  const assign = useAction('POST /api/assign-holiday-rules', { refreshes: ['GET /api/operator-schedule'] })
  const may = useMay()
  return (
    <SelectField
      label={texts.marketCalendar(market.name)}
      name={`calendar-${market.id}`}
      options={[
        { value: '', label: texts.noCalendar },
        ...ruleSets.map((set) => ({ value: set.id, label: set.name })),
      ]}
      isOptional
      isDisabled={assign.isPending || !may('dispatch')}
      value={market.ruleSetId ?? ''}
      onChange={(ruleSetId) =>
        assign.mutate(
          { body: { marketId: market.id, ruleSetId: ruleSetId === '' ? null : ruleSetId } },
          {
            onSuccess: () => showToast(texts.assigned),
            onError: (error) => showToast(error.message, { tone: 'danger' }),
          },
        )
      }
    />
  )
}

type CalendarProps = { set: RuleSet; isOnly: boolean; onEdit: () => void }

/** Alone it has the whole width, for its days in columns. */
function Calendar({ set, isOnly, onEdit }: CalendarProps) {
  const texts = useText().schedule.operator
  const format = useFormat()
  const services = useServices()
  const language = useLanguage()
  const nameOf = (key: string) => {
    const rule = set.rules.find((each) => each.key === key)
    return rule === undefined ? key : nameIn(language, rule)
  }
  const kept = texts.keptBy(format.count(set.propertyCount))
  const only =
    set.serviceKeys === null ? '' : ` · ${texts.services(set.serviceKeys.map(services.name).join(', '))}`
  return (
    <Card title={set.name} isFlush>
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 pb-3">
        <p className="text-muted">
          {kept}
          {only}
        </p>
        <Only may="dispatch">
          <Button onClick={onEdit}>{texts.edit}</Button>
        </Only>
      </div>
      {set.isFollowing && (
        <div className="px-5 pb-3">
          <ProgressBar
            label={texts.following}
            value={set.followTotal === 0 ? 1 : set.followDone / set.followTotal}
            detail={`${format.count(set.followDone)} / ${format.count(set.followTotal)}`}
          />
        </div>
      )}
      {set.coming.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{texts.noneComing}</p>
      ) : (
        <div className={isOnly ? 'lg:[&_li]:break-inside-avoid lg:[&_ul]:columns-2 lg:[&_ul]:gap-8' : ''}>
          <List label={texts.coming}>
            {set.coming.map((holiday) => (
              <ListRow
                key={`${holiday.key} ${holiday.date}`}
                title={nameOf(holiday.key)}
                detail={format.longDay(holiday.date)}
                state={
                  <Badge
                    tone={holiday.effect === 'none' ? 'neutral' : holiday.effect === 'skip' ? 'warn' : 'info'}
                  >
                    {texts.shortEffects[holiday.effect]}
                  </Badge>
                }
              />
            ))}
          </List>
        </div>
      )}
    </Card>
  )
}
