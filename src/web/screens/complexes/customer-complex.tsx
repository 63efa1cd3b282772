/** One complex of a customer: where, what it costs, its nights with proof, buildings, and what differs on some nights. */
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { Billing } from './billing.tsx'
import { Buildings } from './buildings.tsx'
import { ComplexMenu } from './complex-menu.tsx'
import { Exceptions } from './exceptions.tsx'
import { NightProof } from './night-proof.tsx'
import { NightList, ServiceNights } from './nights.tsx'
import type { Complex } from './replies.ts'
import { ReportAddresses } from './report-addresses.tsx'

/** Below what is looked at first. */
const CheckpointsCard = lazy(async () => ({
  default: (await import('#web/checkpoints/checkpoints-card.tsx')).CheckpointsCard,
}))
const ViolationTrends = lazy(async () => ({
  default: (await import('#web/violations/violation-trends.tsx')).ViolationTrends,
}))

export function CustomerComplex() {
  const texts = useText().complexes
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const complex = useEndpoint('GET /api/complex', { query: { id } }, { isEnabled: id !== '' })
  const isMissing = id === '' || (complex.error instanceof ApiError && complex.error.status < 500)
  if (isMissing)
    return (
      <Page title={texts.one.notFound} back={linkTo('customerComplexes')}>
        <Card>
          <EmptyState
            icon="building"
            title={texts.one.notFound}
            action={<ButtonLink to={linkTo('customerComplexes')}>{texts.one.toList}</ButtonLink>}
          />
        </Card>
      </Page>
    )
  if (!complex.data)
    return (
      <Page title={texts.list.title} back={linkTo('customerComplexes')} width="wide">
        {complex.isError ? (
          <ErrorState error={complex.error} onRetry={() => void complex.refetch()} />
        ) : (
          <>
            <SkeletonCard rows={3} />
            <SkeletonCard rows={5} />
          </>
        )}
      </Page>
    )
  return <Overview complex={complex.data} />
}

function Overview({ complex }: { complex: Complex }) {
  const texts = useText().complexes.one
  const [query, setQuery] = useSearchParams()
  const shown = query.get('night')
  const mayChange = useMayHere()('places')
  return (
    <Page
      title={complex.name}
      subtitle={complex.address}
      back={linkTo('customerComplexes')}
      width="wide"
      actions={<ComplexMenu complex={complex} />}
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <ServiceNights complex={complex} />
          <NightList
            complexId={complex.id}
            title={texts.coming}
            nights={complex.comingNights}
            empty={texts.noComing}
          />
          <NightList
            complexId={complex.id}
            title={texts.past}
            nights={complex.pastNights}
            empty={texts.noPast}
          />
        </div>
        <div className="grid gap-4">
          <Facts complex={complex} />
          {complex.invoicing && <Billing complex={complex} invoicing={complex.invoicing} />}
          <Buildings complex={complex} />
          <Exceptions complex={complex} />
          {mayChange && (
            <PartBoundary isQuiet>
              <Suspense fallback={<SkeletonCard rows={3} />}>
                <CheckpointsCard complexId={complex.id} timeZone={complex.timeZone} />
              </Suspense>
            </PartBoundary>
          )}
          {mayChange && <ReportAddresses complexId={complex.id} />}
        </div>
      </div>
      <PartBoundary isQuiet>
        <Suspense fallback={<SkeletonCard rows={6} />}>
          <ViolationTrends complex={complex} />
        </Suspense>
      </PartBoundary>
      {shown && (
        <NightProof visitId={shown} onClose={() => setQuery({ id: complex.id }, { replace: true })} />
      )}
    </Page>
  )
}

function Facts({ complex }: { complex: Complex }) {
  const texts = useText().complexes
  const format = useFormat()
  const { lat, lng } = complex
  const facts = [
    [texts.one.group, complex.groupName],
    [texts.form.units, format.count(complex.units)],
    [texts.one.perUnit, complex.perUnitMonthCents === null ? null : format.money(complex.perUnitMonthCents)],
  ].filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined)
  return (
    <Card title={texts.one.where} isFlush>
      <RouteMap
        stops={[{ id: complex.id, place: { lat, lng }, label: complex.name }]}
        isRoute={false}
        hasVisibleList
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 pt-4 text-sm sm:px-5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="nums min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1 p-4 sm:px-5">
        <h3 className="text-sm font-semibold">{texts.one.instructions}</h3>
        <p className={`break-words whitespace-pre-line ${complex.instructions === '' ? 'text-muted' : ''}`}>
          {complex.instructions === '' ? texts.one.noInstructions : complex.instructions}
        </p>
      </div>
    </Card>
  )
}
