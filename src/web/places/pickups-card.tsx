/** Weekly pickups of a rental that follow its stays: none where nobody stayed, one more after a long or large stay. */
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import type { PropertyId } from '#domain/ids.ts'
import { DEFAULT_PICKUP_RULE, MOST_EXTRA_GUESTS, MOST_EXTRA_NIGHTS } from '#domain/pickups/plan-pickups.ts'
import { instant, timeAt } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { TimeField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'
import { RuleSwitch } from './rule-switch.tsx'

type Pickups = Reply<'GET /api/pickups'>
type Rule = Pickups['rule']
/** As it was entered; the server says what is no time of day. */
type Entered = Omit<BodyInput<Contract['POST /api/save-pickup-rule']>, 'propertyId'>

const REFRESHES = ['GET /api/pickups', 'GET /api/property'] as const

/** Nothing at all where no weekly pickup could follow a stay. */
export function PickupsCard({ propertyId }: { propertyId: PropertyId }) {
  const { pickups: texts } = useText().places
  const { data } = useEndpoint('GET /api/pickups', { query: { propertyId } })
  if (data === undefined || !(data.rule.isOn || (data.hasJob && data.hasSource))) return null
  return (
    <Card title={texts.title} isFlush>
      <Following propertyId={propertyId} pickups={data} />
    </Card>
  )
}

function Following({ propertyId, pickups }: { propertyId: PropertyId; pickups: Pickups }) {
  const { pickups: texts } = useText().places
  const save = useAction('POST /api/save-pickup-rule', { refreshes: REFRESHES })
  const { rule, coming } = pickups
  const doubt = doubtOf(pickups)
  return (
    <>
      <p className="px-4 pb-3 text-muted sm:px-5">{rule.isOn ? texts.isOn : texts.isOff}</p>
      {rule.isOn && doubt !== null && <p className="px-4 pb-3 text-warn sm:px-5">{texts[doubt]}</p>}
      {rule.isOn && doubt === null && coming.length === 0 && (
        <p className="px-4 pb-3 text-muted sm:px-5">{texts.none}</p>
      )}
      {rule.isOn && (
        <List label={texts.title}>
          {coming.map((pickup) => (
            <PickupRow key={pickup.visitId} pickup={pickup} />
          ))}
        </List>
      )}
      <RuleSwitch<Entered>
        rule={rule}
        texts={texts}
        isBusy={save.isPending}
        save={(changed) => save.mutateAsync({ body: { propertyId, ...changed } })}
      >
        {(onSave, onCancel) => (
          <RuleForm rule={rule} extraPrices={pickups.extraPrices} onSave={onSave} onCancel={onCancel} />
        )}
      </RuleSwitch>
    </>
  )
}

/** Why nothing is skipped although it is switched on. */
function doubtOf({ hasJob, hasSource, isReliable }: Pickups): 'noJob' | 'noSource' | 'unreliable' | null {
  if (!hasJob) return 'noJob'
  if (!hasSource) return 'noSource'
  return isReliable ? null : 'unreliable'
}

type Draft = Pick<Entered, 'checkOutTime' | 'countsClosed'> & {
  afterNights: boolean
  extraNights: number
  afterGuests: boolean
  extraGuests: number
}

type RuleFormProps = Pick<Pickups, 'extraPrices'> & {
  rule: Rule
  onSave: (rule: Entered) => Promise<void>
  onCancel: () => void
}

function RuleForm({ rule, extraPrices, onSave, onCancel }: RuleFormProps) {
  const { places, ui } = useText()
  const texts = places.pickups
  const draft = useDraft<Draft>({
    checkOutTime: rule.checkOutTime,
    afterNights: rule.extraNights !== null,
    extraNights: rule.extraNights ?? DEFAULT_PICKUP_RULE.extraNights ?? MOST_EXTRA_NIGHTS,
    afterGuests: rule.extraGuests !== null,
    extraGuests: rule.extraGuests ?? DEFAULT_PICKUP_RULE.extraGuests ?? MOST_EXTRA_GUESTS,
    countsClosed: rule.countsClosed,
  })
  const submit = () => {
    const { checkOutTime, afterNights, extraNights, afterGuests, extraGuests, countsClosed } = draft.values
    return onSave({
      isOn: true,
      checkOutTime,
      extraNights: afterNights ? extraNights : null,
      extraGuests: afterGuests ? extraGuests : null,
      countsClosed,
    })
  }
  return (
    <Form
      label={texts.title}
      tone="secondary"
      submitLabel={texts.save}
      onSubmit={submit}
      secondary={
        <Button tone="quiet" onClick={onCancel}>
          {ui.cancel}
        </Button>
      }
    >
      <TimeField label={texts.checkOut} hint={texts.checkOutHint} {...draft.field('checkOutTime')} />
      <CheckboxField label={texts.afterNights} {...draft.field('afterNights')} />
      {draft.values.afterNights && (
        <NumberStepper
          label={texts.nightsFrom}
          hint={texts.nightsHint}
          min={2}
          max={MOST_EXTRA_NIGHTS}
          {...draft.field('extraNights')}
        />
      )}
      <CheckboxField label={texts.afterGuests} {...draft.field('afterGuests')} />
      {draft.values.afterGuests && (
        <NumberStepper
          label={texts.guestsFrom}
          hint={texts.guestsHint}
          min={2}
          max={MOST_EXTRA_GUESTS}
          {...draft.field('extraGuests')}
        />
      )}
      <p className="text-sm text-muted">{texts.extraHint}</p>
      {(draft.values.afterNights || draft.values.afterGuests) && <ExtraPrices extraPrices={extraPrices} />}
      <CheckboxField label={texts.closed} hint={texts.closedHint} {...draft.field('countsClosed')} />
    </Form>
  )
}

/** Each service is a trip of its own, also on one day: nobody pays for two without having read it. */
function ExtraPrices({ extraPrices }: Pick<Pickups, 'extraPrices'>) {
  const { pickups: texts } = useText().places
  const services = useServices()
  const format = useFormat()
  const priced = extraPrices.flatMap(({ serviceKey, cents }) =>
    cents === null ? [] : `${services.name(serviceKey)} ${format.money(cents)}`,
  )
  if (priced.length === 0) return null
  return <p className="text-sm font-medium">{texts.extraCosts(priced)}</p>
}

function PickupRow({ pickup }: { pickup: Pickups['coming'][number] }) {
  const { places, customer } = useText()
  const texts = places.pickups
  const services = useServices()
  const format = useFormat()
  const { visitId, date, serviceKey, state, isVacant, extra } = pickup
  const clock = (at: string) => timeAt(instant(Date.parse(at)), pickup.timeZone)
  return (
    <ListRow
      icon={services.icon(serviceKey)}
      title={format.day(date)}
      detail={[
        services.name(serviceKey),
        format.window(clock(pickup.startsAt), clock(pickup.endsAt)),
        ...(extra === null ? [] : [texts.extra(extra.nights, extra.guests)]),
      ].join(' · ')}
      to={linkTo('visit', { visit_id: visitId })}
      state={
        isVacant ? <Badge>{texts.vacant}</Badge> : <StateBadge state={state} label={customer.states[state]} />
      }
    />
  )
}
