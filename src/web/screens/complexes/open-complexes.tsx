/** Complexes with open nights near the crew, nearest first. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Found = Reply<'POST /api/get-open-complexes'>

export function OpenComplexes() {
  const words = useText().complexes.crew
  const found = useEndpoint('POST /api/get-open-complexes', { body: {} })
  return (
    <Page title={words.title} subtitle={words.subtitle}>
      {found.isPending && <SkeletonCard rows={4} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (found.data.hasBase ? <FoundList found={found.data} /> : <NoBase />)}
    </Page>
  )
}

function FoundList({ found }: { found: Found }) {
  const { complexes } = useText()
  const format = useFormat()
  const words = complexes.crew
  if (found.complexes.length === 0)
    return (
      <Card>
        <EmptyState
          icon="building"
          title={words.none}
          action={
            <ButtonLink tone="primary" icon="search" to={linkTo('jobs')} isLarge>
              {words.findWork}
            </ButtonLink>
          }
        >
          {words.noneBody}
        </EmptyState>
      </Card>
    )
  return (
    <Card isFlush>
      <List label={words.title}>
        {found.complexes.map((complex) => (
          <ListRow
            key={complex.complexId}
            icon="building"
            title={complex.name}
            detail={[
              complex.neighbourhood,
              complexes.units(complex.units),
              words.away(format.distance(complex.distanceFeet)),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
            end={words.perWeek(format.money(complex.payCents))}
            to={linkTo('complex', {}, { id: complex.complexId })}
          />
        ))}
      </List>
    </Card>
  )
}

function NoBase() {
  const words = useText().complexes.crew
  return (
    <Card>
      <EmptyState
        icon="map-pin"
        title={words.noBase}
        action={
          <ButtonLink tone="primary" to={linkTo('crewAccount')} isLarge>
            {words.setBase}
          </ButtonLink>
        }
      >
        {words.noBaseBody}
      </EmptyState>
    </Card>
  )
}
