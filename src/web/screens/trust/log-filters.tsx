/** By whom it concerns, who did it, what, where and when. */
import { useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { askedIn, type LogFilter, logLink } from './asked-log.ts'

type First = Reply<'GET /api/audit-log'>

export function LogFilters({ actors, person }: Pick<First, 'actors' | 'person'>) {
  const { auditLog: texts } = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const title = useId()
  const asked = askedIn(search)
  const set = (name: LogFilter) => (value: string) =>
    void navigate(logLink(search, { [name]: value || undefined }), { replace: true })
  const actions = keysOf(texts.actions)
    .map((value) => ({ value, label: texts.actions[value] }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const isFiltered = Object.keys(asked).length > 1 || asked.reach !== 'both'
  return (
    <Card>
      <section aria-labelledby={title} className="grid gap-3">
        <h2 id={title} className="sr-only">
          {texts.filters}
        </h2>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 desk:grid-cols-4">
          <SelectField
            label={texts.who}
            name="who"
            isUnmarked
            isOptional
            value={asked.actorId ?? ''}
            onChange={set('who')}
            options={[
              { value: '', label: texts.anyone },
              ...actors.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <SelectField
            label={texts.what}
            name="what"
            isUnmarked
            isOptional
            value={asked.action ?? ''}
            onChange={set('what')}
            options={[{ value: '', label: texts.anything }, ...actions]}
          />
          <DateField
            label={texts.from}
            name="from"
            isUnmarked
            isOptional
            value={asked.from ?? ''}
            onChange={set('from')}
            max={asked.to}
          />
          <DateField
            label={texts.to}
            name="to"
            isUnmarked
            isOptional
            value={asked.to ?? ''}
            onChange={set('to')}
            min={asked.from}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <ChipGroup
            label={texts.where}
            isLabelHidden
            name="reach"
            options={keysOf(texts.reach).map((value) => ({ value, label: texts.reach[value] }))}
            value={asked.reach}
            onChange={(reach) => set('reach')(reach === 'both' ? '' : reach)}
          />
          <div className="flex flex-wrap items-center gap-2">
            {person && (
              <Button icon="close" onClick={() => set('whom')('')}>
                {texts.onlyWhom(person.name)}
              </Button>
            )}
            {isFiltered && (
              <Button tone="quiet" onClick={() => void navigate(logLink(new URLSearchParams()))}>
                {texts.clear}
              </Button>
            )}
          </div>
        </div>
      </section>
    </Card>
  )
}
