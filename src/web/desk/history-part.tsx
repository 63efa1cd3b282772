/** All that happened with one thing, latest first, in the zone of its place, which stands beside every moment. */
import { useState } from 'react'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import { describeDetail } from './describe-detail.ts'
import { type HistoryEvent, useHistorySentence } from './history-sentence.ts'

type Of = 'person' | 'place' | 'complex' | 'job' | 'visit' | 'payment' | 'payout'
type Group = Reply<'GET /api/history'>['groups'][number]

const LOOK_EVERY_MS = 30_000

export function HistoryPart({ of, id }: { of: Of; id: string }) {
  const { history: texts } = useText()
  const [only, setOnly] = useState<Group | 'all'>('all')
  const query = { of, id, ...(only === 'all' ? {} : { only }) }
  const events = useEndpointPages('GET /api/history', { query }, (page) => page.events, {
    refetchMs: LOOK_EVERY_MS,
    keepsPrevious: true,
  })
  const say = useHistorySentence()
  const groups = events.first?.groups ?? []
  const zone = events.first?.timeZone ?? 'UTC'
  return (
    <>
      {groups.length > 1 && (
        <ChipGroup
          label={texts.show}
          name="only"
          isLabelHidden
          options={[
            { value: 'all' as const, label: texts.all },
            ...groups.map((value) => ({ value, label: texts.groups[value] })),
          ]}
          value={only}
          onChange={setOnly}
        />
      )}
      <PagedList
        pages={events}
        label={texts.title}
        more={texts.more}
        empty={<EmptyState icon="clock" title={texts.none} />}
      >
        {(event) => (
          <ListRow
            key={event.key}
            icon={ICONS[event.kind]}
            title={say(event)}
            detail={<Detail event={event} zone={event.timeZone ?? zone} />}
            end={event.amountCents === null ? undefined : <Money amountCents={event.amountCents} />}
            to={placeOf(event, id)}
          />
        )}
      </PagedList>
    </>
  )
}

function Detail({ event, zone }: { event: HistoryEvent; zone: string }) {
  const { history: texts, auditLog } = useText()
  const format = useFormat()
  const language = useLanguage()
  const note = noteOf(event)
  const said =
    event.entry === null
      ? []
      : describeDetail(event.entry, { texts: auditLog, format, timeZone: zone }).filter(
          ({ after }) => after !== note,
        )
  // Of a visit its day: most have no hour.
  const when =
    event.kind === 'visit'
      ? format.dateOf(event.at, zone)
      : `${format.dateTime(event.at, zone)} ${zoneName(zone, language)}`
  return (
    <>
      {note !== null && <span className="block wrap-anywhere">{note}</span>}
      {said.map(({ field, before, after }) => (
        <span key={field} className="block wrap-anywhere">
          {before === undefined ? texts.fact(field, after) : texts.change(field, before, after)}
        </span>
      ))}
      <span className="block">{[when, whoOf(event, texts)].filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** How many were asked is part of the sentence, and why a card was declined has words of its own. */
function noteOf({ kind, note }: HistoryEvent): string | null {
  return kind === 'asked' || kind === 'attempt' || kind === 'hold' ? null : note
}

type Texts = ReturnType<typeof useText>['history']

function whoOf({ kind, name, by }: HistoryEvent, texts: Texts): string | null {
  if (name !== null)
    return kind === 'notice' || kind === 'earning' || kind === 'tip' ? texts.to(name) : texts.by(name)
  return by === null || by === 'system' ? null : texts.roles[by]
}

/** Where a line leads; not to the page on which it stands. */
function placeOf({ visitId, paymentId, payoutId }: HistoryEvent, id: string): string | undefined {
  if (paymentId !== null && paymentId !== id) return linkTo('operatorPayment', { payment_id: paymentId })
  if (payoutId !== null && payoutId !== id) return linkTo('operatorPayout', { payout_id: payoutId })
  return visitId === null || visitId === id ? undefined : linkTo('visit', { visit_id: visitId })
}

const ICONS: Record<HistoryEvent['kind'], IconName> = {
  account_made: 'user',
  place_made: 'home',
  job_made: 'clock',
  visit: 'calendar',
  order: 'plus',
  step: 'calendar',
  asked: 'users',
  answer: 'truck',
  late_completion: 'clock',
  taken: 'truck',
  released: 'truck',
  paused: 'clock',
  skipped: 'calendar',
  moved: 'calendar',
  exception: 'warning',
  dispute: 'warning',
  decision: 'check',
  payment: 'card',
  attempt: 'card',
  hold: 'card',
  refund: 'undo',
  chargeback: 'warning',
  tip: 'gift',
  earning: 'money',
  payout: 'money',
  payout_sent: 'money',
  payout_paid: 'check',
  credit: 'gift',
  journal: 'list',
  notice: 'bell',
  message: 'message',
  note: 'list',
  operator: 'settings',
  sign_in: 'lock',
}
