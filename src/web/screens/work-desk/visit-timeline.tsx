/** All that happened at a visit, latest first, in the zone of the place, which stands beside every moment. */
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Event = Reply<'GET /api/operator-visit-timeline'>['events'][number]

const ICONS: Record<Event['kind'], IconName> = {
  step: 'calendar',
  asked: 'users',
  answer: 'truck',
  billed: 'list',
  attempt: 'card',
  refund: 'undo',
  tip: 'gift',
  earning: 'money',
  message: 'message',
  notice: 'bell',
  dispute: 'warning',
  decision: 'check',
  late_completion: 'clock',
  note: 'list',
  operator: 'settings',
}

export function VisitTimeline({ id, zone }: { id: string; zone: string }) {
  const { workDesk: texts, peopleDesk } = useText()
  const format = useFormat()
  const language = useLanguage()
  const say = useSentence()
  const events = useEndpointPages(
    'GET /api/operator-visit-timeline',
    { query: { id } },
    (page) => page.events,
    { refetchMs: 30_000 },
  )
  const zoneSaid = zoneName(zone, language)
  return (
    <PagedList
      pages={events}
      label={texts.tabs.timeline}
      more={peopleDesk.more}
      empty={<EmptyState icon="clock" title={peopleDesk.timeline.none} />}
    >
      {(event) => (
        <ListRow
          key={event.key}
          icon={ICONS[event.kind]}
          title={say(event)}
          detail={
            <>
              {noteOf(event) !== null && <span className="block wrap-anywhere">{noteOf(event)}</span>}
              <span className="block">
                {[`${format.dateTime(event.at, zone)} ${zoneSaid}`, whoOf(event, texts.timeline)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          }
          end={event.amountCents === null ? undefined : <Money amountCents={event.amountCents} />}
          to={event.paymentId === null ? undefined : linkTo('receipt', { paymentID: event.paymentId })}
        />
      )}
    </PagedList>
  )
}

/** How many were asked is part of the sentence, and why a card was declined has words of its own. */
function noteOf({ kind, note }: Event): string | null {
  return kind === 'asked' || kind === 'attempt' ? null : note
}

type Texts = ReturnType<typeof useText>['workDesk']['timeline']

function whoOf({ kind, name, by }: Event, texts: Texts): string | null {
  if (name !== null)
    return kind === 'notice' || kind === 'earning' || kind === 'tip' ? texts.to(name) : texts.by(name)
  return by === null || by === 'system' ? null : texts.roles[by]
}

function useSentence() {
  const { workDesk, peopleDesk, today, feedback, auditLog } = useText()
  const { timeline: texts } = workDesk
  const { kinds, states } = peopleDesk.money
  return ({ kind, title, state, note }: Event): string => {
    const name = texts.kinds[kind]
    switch (kind) {
      case 'step':
        return textFor(today.timeline.operatorView, title) ?? title.replaceAll('_', ' ')
      case 'asked':
        return state === 'standing' ? texts.standing(Number(note)) : texts.asked(Number(title), Number(note))
      case 'answer':
      case 'attempt':
        return texts.outcomes[kind][title] ?? name
      case 'billed':
        return `${name}: ${kinds[title] ?? title}, ${states[state] ?? state}`
      case 'refund':
        return `${name}: ${texts.refundStates[state] ?? state}`
      case 'earning':
        return `${name}: ${workDesk.money.earningKinds[title] ?? title}`
      case 'dispute':
        return `${name}: ${textFor(feedback.openDispute.problems, title) ?? title}`
      case 'decision':
        return `${name}: ${textFor(feedback.dispute.states, title) ?? title}`
      case 'late_completion':
        return name
      case 'tip':
        return name
      case 'operator':
        return textFor(auditLog.actions, title) ?? title.replaceAll('_', ' ')
      default:
        return `${name}: ${title}`
    }
  }
}
