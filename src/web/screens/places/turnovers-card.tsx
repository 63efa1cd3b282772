/** Turnovers of a rental: switched on, they come and go with its stays; each can be left out. */
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { instant, timeAt } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { RuleSwitch } from '#web/places/rule-switch.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { TimeField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ChooseHours } from './choose-hours.tsx'
import type { Property } from './reply-types.ts'

type Turnovers = Reply<'GET /api/turnovers'>
type Turnover = Turnovers['coming'][number]
type Rule = Turnovers['rule']
/** As it was entered; the server says what is no time of day. */
type Entered = Omit<BodyInput<Contract['POST /api/save-turnover-rule']>, 'propertyId'>

const REFRESHES = ['GET /api/turnovers', 'GET /api/property'] as const

export function TurnoversCard({ property }: { property: Property }) {
  const { turnovers: texts } = useText().places
  const turnovers = useEndpoint('GET /api/turnovers', { query: { propertyId: property.id } })
  return (
    <Card title={texts.title} isFlush>
      {turnovers.isPending && <Skeleton rows={2} />}
      {turnovers.isLoadingError && (
        <ErrorState error={turnovers.error} onRetry={() => void turnovers.refetch()} />
      )}
      {turnovers.data && <Following property={property} turnovers={turnovers.data} />}
    </Card>
  )
}

function Following({ property, turnovers }: { property: Property; turnovers: Turnovers }) {
  const { turnovers: texts } = useText().places
  const save = useAction('POST /api/save-turnover-rule', { refreshes: REFRESHES })
  const { rule, hasSource, coming } = turnovers
  return (
    <>
      <p className="px-4 pb-3 text-muted sm:px-5">{rule.isOn ? texts.isOn : texts.isOff}</p>
      {rule.isOn && turnovers.isPausedForPayment && (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-3 sm:px-5">
          <p className="min-w-0 flex-1 basis-60 text-warn">{texts.unpaid}</p>
          <ButtonLink to={linkTo('billing')}>{texts.toBilling}</ButtonLink>
        </div>
      )}
      {rule.isOn && !hasSource && <p className="px-4 pb-3 text-warn sm:px-5">{texts.noSource}</p>}
      {rule.isOn && hasSource && coming.length === 0 && (
        <p className="px-4 pb-3 text-muted sm:px-5">{texts.none}</p>
      )}
      <List label={texts.title}>
        {coming.map((turnover) => (
          <TurnoverRow key={turnover.visitId} turnover={turnover} />
        ))}
      </List>
      <RuleSwitch<Entered>
        rule={rule}
        texts={texts}
        icon="spray"
        isBusy={save.isPending}
        save={(changed) => save.mutateAsync({ body: { propertyId: property.id, ...changed } })}
      >
        {(onSave, onCancel) => <RuleForm rule={rule} onSave={onSave} onCancel={onCancel} />}
      </RuleSwitch>
    </>
  )
}

type RuleFormProps = { rule: Rule; onSave: (rule: Entered) => Promise<void>; onCancel: () => void }

function RuleForm({ rule, onSave, onCancel }: RuleFormProps) {
  const { places, ui } = useText()
  const texts = places.turnovers
  const { bedrooms, checkInTime, checkOutTime, finishBy, countsClosed } = rule
  const draft = useDraft<Required<Omit<Entered, 'isOn'>>>({
    bedrooms,
    checkInTime,
    checkOutTime,
    finishBy,
    countsClosed,
  })
  return (
    <Form
      label={texts.title}
      tone="secondary"
      submitLabel={texts.save}
      onSubmit={() => onSave({ isOn: true, ...draft.values })}
      secondary={
        <Button tone="quiet" onClick={onCancel}>
          {ui.cancel}
        </Button>
      }
    >
      <NumberStepper
        label={texts.bedrooms}
        hint={texts.bedroomsHint}
        min={1}
        max={100}
        {...draft.field('bedrooms')}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TimeField label={texts.checkOut} {...draft.field('checkOutTime')} />
        <TimeField label={texts.checkIn} {...draft.field('checkInTime')} />
        <TimeField label={texts.finishBy} {...draft.field('finishBy')} />
      </div>
      <p className="text-sm text-muted">{texts.hoursHint}</p>
      <CheckboxField label={texts.closed} hint={texts.closedHint} {...draft.field('countsClosed')} />
    </Form>
  )
}

function TurnoverRow({ turnover }: { turnover: Turnover }) {
  const { places, customer } = useText()
  const texts = places.turnovers
  const format = useFormat()
  const mayChange = useMayHere()('schedule')
  const { visitId, date, isSameDay, guests, nights, pets, crewFirstName, state } = turnover
  const clock = (at: string) => timeAt(instant(Date.parse(at)), turnover.timeZone)
  const detail = [
    format.window(clock(turnover.startsAt), clock(turnover.endsAt)),
    ...(guests === null ? [] : [texts.guests(guests)]),
    texts.nights(nights),
    ...(pets ? [texts.pets(pets)] : []),
    ...(crewFirstName === null ? [] : [customer.withCrew(crewFirstName)]),
  ]
  return (
    <ListRow
      icon="spray"
      title={format.day(date)}
      detail={detail.join(' · ')}
      to={linkTo('visit', { visit_id: visitId })}
      state={
        <>
          {turnover.hasOwnHours && <Badge>{texts.ownHours}</Badge>}
          {isSameDay && <Badge tone="warn">{texts.sameDay}</Badge>}
          <StateBadge state={state} label={customer.states[state]} />
        </>
      }
      actions={
        mayChange && (
          <>
            <ChooseHours turnover={turnover} />
            <LeaveOut turnover={turnover} />
          </>
        )
      }
    />
  )
}

function LeaveOut({ turnover }: { turnover: Turnover }) {
  const { turnovers: texts } = useText().places
  const format = useFormat()
  const skip = useAction('POST /api/skip-turnover', { refreshes: REFRESHES })
  const unskip = useAction('POST /api/unskip-turnover', { refreshes: REFRESHES })
  const { visitId, state, date } = turnover
  const run = async (work: () => Promise<unknown>, said?: () => void) => {
    try {
      await work()
      said?.()
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  const body = { visitId }
  const bringBack = () => run(() => unskip.mutateAsync({ body }))
  const leaveOut = () =>
    run(
      () => skip.mutateAsync({ body }),
      () => showToast(texts.leftOut, { undo: () => void bringBack() }),
    )
  const day = format.day(date)
  if (state === 'skipped')
    return (
      <Button tone="quiet" aria-label={texts.bringBackOf(day)} onClick={() => void bringBack()}>
        {texts.bringBack}
      </Button>
    )
  if (state !== 'scheduled' && state !== 'confirmed') return null
  return (
    <Button tone="quiet" aria-label={texts.leaveOutOf(day)} onClick={() => void leaveOut()}>
      {texts.leaveOut}
    </Button>
  )
}
