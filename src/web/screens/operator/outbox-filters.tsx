/** What of the outbox is shown; the address keeps it, so that it can be sent to a colleague. */
import type { CallInput } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'

type Asked = NonNullable<CallInput<'GET /api/outbox'>['query']>

const CHANNELS = ['mail', 'sms', 'push'] as const
const STATES = ['sent', 'failed'] as const

export function askedIn(search: URLSearchParams): Asked {
  const of = (name: string) => search.get(name) ?? undefined
  const channel = CHANNELS.find((each) => each === of('channel'))
  const state = STATES.find((each) => each === of('state'))
  return {
    ...(channel === undefined ? {} : { channel }),
    ...(state === undefined ? {} : { state }),
    ...named('kind', of('kind')),
    ...named('personId', of('person')),
    ...named('from', of('from')),
    ...named('to', of('to')),
  }
}

function named<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  const part: Partial<Record<Name, string>> = {}
  if (value !== undefined && value !== '') part[name] = value
  return part
}

type FiltersProps = {
  asked: Asked
  kinds: readonly string[]
  onSet: (name: string) => (value: string) => void
}

export function OutboxFilters({ asked, kinds, onSet }: FiltersProps) {
  const texts = useText().operator.outbox
  const kept = asked.kind === undefined || kinds.includes(asked.kind) ? kinds : [asked.kind, ...kinds]
  return (
    <section aria-label={texts.filters} className="flex flex-wrap items-end gap-3">
      <SelectField
        label={texts.channel}
        name="channel"
        isUnmarked
        isOptional
        value={asked.channel ?? ''}
        onChange={onSet('channel')}
        options={[
          { value: '', label: texts.channels.all },
          ...CHANNELS.map((value) => ({ value, label: texts.channels[value] })),
        ]}
      />
      <SelectField
        label={texts.state}
        name="state"
        isUnmarked
        isOptional
        value={asked.state ?? ''}
        onChange={onSet('state')}
        options={[
          { value: '', label: texts.anyState },
          ...STATES.map((value) => ({ value, label: texts.states[value] })),
        ]}
      />
      <SelectField
        label={texts.kind}
        name="kind"
        isUnmarked
        isOptional
        value={asked.kind ?? ''}
        onChange={onSet('kind')}
        options={[
          { value: '', label: texts.anyKind },
          ...kept.map((value) => ({ value, label: sayKind(value) })),
        ]}
      />
      <DateField
        label={texts.from}
        name="from"
        isUnmarked
        isOptional
        value={asked.from ?? ''}
        onChange={onSet('from')}
      />
      <DateField
        label={texts.to}
        name="to"
        isUnmarked
        isOptional
        value={asked.to ?? ''}
        onChange={onSet('to')}
      />
      {asked.personId !== undefined && (
        <Button tone="quiet" onClick={() => onSet('person')('')}>
          {texts.everybody}
        </Button>
      )}
    </section>
  )
}

/** Kinds are the house's own words, as in its keys. */
export const sayKind = (kind: string) => kind.replaceAll(/[-_]/g, ' ')
