/** Complexes with open nights near the crew, nearest first. */
import { formatAlike } from '#domain/money.ts'
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
  const texts = useText().complexes.crew
  const found = useEndpoint('POST /api/get-open-complexes', { body: {} })
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      {found.isPending && <SkeletonCard rows={4} />}
      {found.isLoadingError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (found.data.hasBase ? <FoundList found={found.data} /> : <NoBase />)}
    </Page>
  )
}

function FoundList({ found }: { found: Found }) {
  const { complexes } = useText()
  const format = useFormat()
  const texts = complexes.crew
  if (found.complexes.length === 0)
    return (
      <Card>
        <EmptyState
          icon="building"
          title={texts.none}
          action={
            <ButtonLink tone="primary" icon="search" to={linkTo('jobs')} isLarge>
              {texts.findWork}
            </ButtonLink>
          }
        >
          {texts.noneBody}
        </EmptyState>
      </Card>
    )
  const amount = formatAlike(found.complexes.map((complex) => complex.payCents))
  return (
    <Card isFlush>
      <List label={texts.title}>
        {found.complexes.map((complex) => (
          <ListRow
            key={complex.complexId}
            icon="building"
            title={complex.name}
            detail={[
              complex.neighbourhood,
              complexes.units(complex.units),
              texts.away(format.distance(complex.distanceFeet)),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
            end={texts.perWeek(amount(complex.payCents))}
            to={linkTo('complex', {}, { id: complex.complexId })}
          />
        ))}
      </List>
    </Card>
  )
}

function NoBase() {
  const texts = useText().complexes.crew
  return (
    <Card>
      <EmptyState
        icon="map-pin"
        title={texts.noBase}
        action={
          <ButtonLink tone="primary" to={linkTo('crewAccount')} isLarge>
            {texts.setBase}
          </ButtonLink>
        }
      >
        {texts.noBaseBody}
      </EmptyState>
    </Card>
  )
}
