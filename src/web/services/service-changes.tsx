/** What begins on a day ahead: what is planned and taking it back, and the form to plan more. */
import { addDays, type LocalDate } from '#domain/time.ts'
import { useAction } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn, unitIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { ServiceEffect } from './service-effect.tsx'
import { type Dated, DatedFields, type EditedService } from './service-form.tsx'
import { useServicePreview } from './use-service-preview.ts'

type ChangesProps = { service: EditedService; all: readonly EditedService[] }

const REFRESHES = ['GET /api/service-list'] as const

export function ServiceChanges({ service, all }: ChangesProps) {
  const { services: text } = useText().catalogue
  return (
    <section>
      <h3 className="font-semibold">{text.ahead.title}</h3>
      <ul className="divide-y divide-line">
        {service.planned.map((each) => (
          <PlannedChange key={each.from} service={service} planned={each} all={all} />
        ))}
      </ul>
    </section>
  )
}

type PlannedProps = ChangesProps & { planned: EditedService['planned'][number] }

function PlannedChange({ service, planned, all }: PlannedProps) {
  const { services: text } = useText().catalogue
  const format = useFormat()
  const language = useLanguage()
  const back = useAction('POST /api/take-back-service-change', { refreshes: [...REFRESHES] })
  const takeBack = () =>
    back.mutate(
      { body: { key: service.key, from: planned.from } },
      {
        onSuccess: () => showToast(text.ahead.takenBack),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const needs = planned.needs.flatMap((key) => all.filter((each) => each.key === key))
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
      <span className="min-w-0 flex-1">
        {text.ahead.from(format.date(planned.from))}
        <span className="block text-sm text-muted">
          {text.facts(
            planned.minutes,
            planned.minutesPerUnit,
            unitIn(language, service).one,
            planned.photosRequired,
          )}
          {needs.length > 0 && ` · ${text.needs(needs.map((each) => nameIn(language, each)))}`}
          {` · ${planned.plannedByName}`}
        </span>
      </span>
      <Only may="catalogue">
        <Button
          tone="quiet"
          isBusy={back.isPending}
          aria-label={`${text.ahead.takeBack}: ${format.date(planned.from)}`}
          onClick={takeBack}
        >
          {text.ahead.takeBack}
        </Button>
      </Only>
    </li>
  )
}

export function PlanForm({ service, all, today }: ChangesProps & { today: LocalDate }) {
  const { services: text } = useText().catalogue
  const plan = useAction('POST /api/plan-service-change', { refreshes: [...REFRESHES] })
  const { effectOf, look, forget } = useServicePreview()
  const draft = useDraft<{ from: string } & Dated>({
    from: addDays(today, 1),
    minutes: service.minutes,
    minutesPerUnit: service.minutesPerUnit,
    photosRequired: service.photosRequired,
    needs: service.needs,
  })
  const body = { key: service.key, ...draft.values, needs: [...draft.values.needs] }
  const effect = effectOf(body)
  const submit = async () => {
    if (effect === undefined) return look(body)
    await plan.mutateAsync({ body })
    forget()
    draft.reset(draft.values)
    showToast(text.ahead.planned)
  }
  return (
    <Form
      onSubmit={submit}
      submitLabel={effect === undefined ? text.look : text.ahead.plan}
      label={text.ahead.plan}
    >
      <DateField label={text.ahead.day} min={addDays(today, 1)} {...draft.field('from')} />
      <DatedFields draft={draft} others={all.filter(({ key }) => key !== service.key)} />
      <p className="text-sm text-muted">{text.ahead.hint}</p>
      {effect && <ServiceEffect effect={effect} />}
    </Form>
  )
}
