/** Everything that happened with a person, latest first, each line leading to what it is about. */
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import type { Person } from './person-type.ts'

type Event = Reply<'GET /api/person-timeline'>['events'][number]

const ICONS: Record<Event['kind'], IconName> = {
  account_made: 'user',
  visit: 'calendar',
  order: 'plus',
  payment: 'card',
  payout: 'money',
  dispute: 'warning',
  credit: 'gift',
  notice: 'bell',
  message: 'message',
  note: 'list',
  operator: 'settings',
}

export function TimelinePart({ person }: { person: Person }) {
  const { peopleDesk: texts } = useText()
  const format = useFormat()
  const say = useSentence()
  const events = useEndpointPages(
    'GET /api/person-timeline',
    { query: { id: person.id } },
    (page) => page.events,
  )
  return (
    <PagedList
      pages={events}
      label={texts.tabs.timeline}
      more={texts.more}
      empty={<EmptyState icon="clock" title={texts.timeline.none} />}
    >
      {(event) => (
        <ListRow
          key={event.key}
          icon={ICONS[event.kind]}
          title={say(event)}
          detail={[
            // Of a visit its day: most have no hour.
            (event.kind === 'visit' ? format.dateOf : format.dateTime)(
              event.at,
              event.timeZone ?? person.timeZone,
            ),
            event.byName !== null && texts.timeline.by(event.byName),
          ]
            .filter(Boolean)
            .join(' · ')}
          end={event.amountCents === null ? undefined : <Money amountCents={event.amountCents} />}
          to={placeOf(event)}
        />
      )}
    </PagedList>
  )
}

function placeOf({ visitId, paymentId }: Event): string | undefined {
  if (paymentId !== null) return linkTo('receipt', { paymentID: paymentId })
  return visitId === null ? undefined : linkTo('visit', { visit_id: visitId })
}

function useSentence() {
  const { peopleDesk, customer } = useText()
  const { timeline: texts, money } = peopleDesk
  const services = useServices()
  return ({ kind, title, state }: Event): string => {
    const name = texts.kinds[kind]
    switch (kind) {
      case 'account_made':
        return name
      case 'operator':
        return texts.actions[title] ?? title.replaceAll('_', ' ')
      case 'credit':
        return `${texts.creditKinds[state] ?? name}: ${title}`
      case 'payment':
      case 'payout':
        return `${name}: ${money.kinds[title] ?? title}, ${money.states[state] ?? state}`
      case 'order':
        return `${name}: ${services.name(title)}`
      case 'visit':
        return `${name}: ${title}, ${stateIn(customer.states, state)}`
      default:
        return `${name}: ${title}`
    }
  }
}

function stateIn(states: Readonly<Record<string, string>>, state: string): string {
  return states[state] ?? state
}
