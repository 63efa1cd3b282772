/** The visits of one property: what comes next, and what has been, a page at a time. */

import { useState } from 'react'
import { call } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'
import type { Property } from './reply-types.ts'

type Visit = Property['comingVisits'][number]

export function PastVisits({ property }: { property: Property }) {
  const texts = useText().places.property
  const older = useOlderVisits(property)
  return (
    <Card title={texts.past} isFlush>
      <VisitList label={texts.past} visits={[...property.pastVisits, ...older.visits]} empty={texts.noPast} />
      {older.hasMore && (
        <div className="p-4 sm:px-5">
          <Button isBusy={older.isLoading} onClick={() => void older.load()}>
            {texts.more}
          </Button>
        </div>
      )}
    </Card>
  )
}

type VisitListProps = { label: string; visits: readonly Visit[]; empty: string }

export function VisitList({ label, visits, empty }: VisitListProps) {
  const { places, customer } = useText()
  const format = useFormat()
  const services = useServices()
  if (visits.length === 0) return <p className="px-4 pb-4 text-muted sm:px-5">{empty}</p>
  const detailOf = ({ date, crewFirstName, photoCount }: Visit) =>
    [
      format.day(date),
      crewFirstName && customer.withCrew(crewFirstName),
      photoCount > 0 && places.property.photos(photoCount),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <List label={label}>
      {visits.map((visit) => (
        <ListRow
          key={visit.id}
          icon={services.icon(visit.serviceKey)}
          title={services.name(visit.serviceKey)}
          detail={detailOf(visit)}
          state={<StateBadge state={visit.state} label={customer.states[visit.state]} />}
          to={linkTo('visit', { visit_id: visit.id })}
        />
      ))}
    </List>
  )
}

/** Pages after the first; they are forgotten when another property is shown. */
function useOlderVisits(property: Property) {
  const [pages, setPages] = useState<readonly Property[]>([])
  const [isLoading, setLoading] = useState(false)
  const mine = pages.filter((page) => page.id === property.id)
  const cursor = (mine.at(-1) ?? property).nextPastCursor
  const load = async () => {
    if (cursor === null) return
    setLoading(true)
    try {
      const query = { id: property.id, pastCursor: cursor }
      setPages([...mine, await call('GET /api/property', { query })])
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    } finally {
      setLoading(false)
    }
  }
  return { visits: mine.flatMap((page) => page.pastVisits), hasMore: cursor !== null, isLoading, load }
}
