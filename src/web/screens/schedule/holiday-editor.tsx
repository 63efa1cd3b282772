/** Editing a calendar: what each holiday does, with the planned visits that would change before anything is saved. */
import { type CallInput, useAction, useEndpoint } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { OperatorScheduleData } from './operator-schedule.data.ts'

type RuleSet = OperatorScheduleData['ruleSets'][number]
type Rule = RuleSet['rules'][number]
type SecondHoliday = RuleSet['secondHoliday']
type Values = { name: string; secondHoliday: SecondHoliday; rules: readonly Rule[] }

export function HolidayEditor({
  set,
  template,
  onClose,
}: {
  set: RuleSet | null
  template: readonly Rule[]
  onClose: () => void
}) {
  const texts = useText().schedule.operator
  const save = useAction('POST /api/save-holiday-rules', { refreshes: ['GET /api/operator-schedule'] })
  const valuesOf = (of: RuleSet | null): Values => ({
    name: of?.name ?? '',
    secondHoliday: of?.secondHoliday ?? 'once',
    rules: of?.rules ?? template,
  })
  const draft = useDraft(valuesOf(set))
  const basis = useBasis({
    current: set,
    draft,
    valuesOf,
    markOf: (of) => JSON.stringify(of),
    labels: { name: texts.name, secondHoliday: texts.secondHoliday, rules: texts.rules },
    read: 'GET /api/operator-schedule',
  })
  const { name, secondHoliday, rules } = draft.values
  const setRule = (key: string, change: Partial<Rule>) =>
    draft.set({ rules: rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule)) })
  const submit = async () => {
    const body = {
      ruleSetId: set?.id ?? null,
      name,
      serviceKeys: set?.serviceKeys ?? null,
      secondHoliday,
      rules: [...rules],
      was: basis.base === null ? undefined : wasOf(basis.base),
    }
    await basis.save(() => save.mutateAsync({ body }))
    showToast(texts.saved)
    onClose()
  }
  return (
    <Dialog title={set === null ? texts.add : texts.editTitle(set.name)} isOpen onClose={onClose} isWide>
      <Form onSubmit={submit} submitLabel={texts.save} isWide>
        <Newer basis={basis} />
        <TextField label={set === null ? texts.addName : texts.name} {...draft.field('name')} />
        <ChipGroup<SecondHoliday>
          label={texts.secondHoliday}
          options={[
            { value: 'once', label: texts.second.once },
            { value: 'adds', label: texts.second.adds },
          ]}
          {...draft.field('secondHoliday')}
        />
        {rules.map((rule) => (
          <RuleFields key={rule.key} rule={rule} onChange={(change) => setRule(rule.key, change)} />
        ))}
        {set !== null && <RulesEffect body={{ ruleSetId: set.id, secondHoliday, rules: [...rules] }} />}
      </Form>
    </Dialog>
  )
}

function wasOf({ name, secondHoliday, rules }: RuleSet) {
  return { name, secondHoliday, rules: [...rules] }
}

function RuleFields({ rule, onChange }: { rule: Rule; onChange: (change: Partial<Rule>) => void }) {
  const texts = useText().schedule.operator
  const name = nameIn(useLanguage(), rule)
  const effects = (['shift', 'skip', 'none'] as const).map((value) => ({
    value,
    label: texts.effects[value],
  }))
  const weekends = (['ignore', 'keep', 'observe'] as const).map((value) => ({
    value,
    label: texts.weekends[value],
  }))
  return (
    <div className={`grid gap-3 ${rule.day === null ? '' : 'sm:grid-cols-2'}`}>
      <SelectField
        label={name}
        name={`effect-${rule.key}`}
        options={effects}
        value={rule.effect}
        onChange={(effect) => onChange({ effect })}
      />
      {rule.day !== null && (
        <SelectField
          label={texts.weekend}
          name={`weekend-${rule.key}`}
          options={weekends}
          value={rule.weekend}
          onChange={(weekend) => onChange({ weekend })}
        />
      )}
    </div>
  )
}

function RulesEffect({ body }: { body: CallInput<'POST /api/preview-holiday-rules'>['body'] }) {
  const texts = useText().schedule.operator
  const format = useFormat()
  const { data } = useEndpoint('POST /api/preview-holiday-rules', { body })
  if (data === undefined) return <div className="min-h-12" aria-hidden />
  const days = data.days.filter((day) => day.visitCount > 0)
  if (days.length === 0) return <Banner>{texts.nothingChanges}</Banner>
  const dayOf = (date: (typeof days)[number]['after']) => (date === null ? texts.dayOff : format.day(date))
  return (
    <Banner tone="warn" title={texts.changes(data.visitCount, data.customerCount, data.crewCount)}>
      <ul>
        {days.map((day) => (
          <li key={day.date}>
            {texts.visits(day.visitCount)}: {texts.dayChange(dayOf(day.before), dayOf(day.after))}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
