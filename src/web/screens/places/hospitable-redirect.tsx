/**
 * The connection to Hospitable, and where Hospitable sends people back to. Its code never comes here: the server keeps
 * it in a sealed cookie, and this page asks it to go on.
 */
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useAction, useEndpoint } from '#web/api.ts'
import { useGo } from '#web/browser/go.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

const Rentals = lazy(async () => ({ default: (await import('./hospitable-rentals.tsx')).HospitableRentals }))

export function HospitableRedirect() {
  const [search] = useSearchParams()
  const { shell } = useText()
  const answer = search.get('answer')
  return (
    <Page title={shell.titles.hospitableRedirect} back={linkTo('home')} width="narrow">
      {answer === 'allowed' ? <Arriving /> : <Connection wasDenied={answer === 'denied'} />}
    </Page>
  )
}

/** What came back is worth a connection, a question, or a sentence that says why not. */
function Arriving() {
  const texts = useText().places.hospitable
  const [, setSearch] = useSearchParams()
  const finish = useAction('POST /api/finish-hospitable', {
    refreshes: ['GET /api/hospitable', 'GET /api/properties'],
  })
  const { mutate, data } = finish
  useEffect(() => mutate({ body: {} }), [mutate])
  const isConnected = data?.outcome === 'connected'
  useEffect(() => {
    if (isConnected) setSearch({}, { replace: true })
  }, [isConnected, setSearch])
  if (finish.isError)
    return (
      <EmptyState icon="home" title={texts.failed} action={<ConnectButton label={texts.again} />}>
        {sentenceOf(finish.error)}
      </EmptyState>
    )
  if (data?.outcome !== 'ask') return <SkeletonCard rows={3} />
  return (
    <EmptyState
      icon="home"
      title={texts.ask}
      action={
        <>
          <Button
            tone="primary"
            isBusy={finish.isPending}
            onClick={() => mutate({ body: { isConfirmed: true } })}
          >
            {texts.connect}
          </Button>
          <ButtonLink to={linkTo('home')}>{texts.notNow}</ButtonLink>
        </>
      }
    >
      {texts.askBody}
    </EmptyState>
  )
}

function Connection({ wasDenied }: { wasDenied: boolean }) {
  const { places, shell } = useText()
  const texts = places.hospitable
  const read = useEndpoint('GET /api/hospitable')
  if (read.isPending) return <SkeletonCard rows={3} />
  if (read.isLoadingError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { isOffered, isDemo, connection } = read.data
  const says = isDemo ? <Banner>{texts.demo}</Banner> : null
  if (connection !== null)
    return (
      <div className="grid gap-4">
        {says}
        {connection.state === 'lapsed' && (
          <Banner tone="warn" title={texts.lapsed} actions={<ConnectButton label={texts.again} />}>
            {texts.lapsedBody}
          </Banner>
        )}
        <Suspense fallback={<SkeletonCard rows={4} />}>
          <Rentals connection={connection} />
        </Suspense>
      </div>
    )
  const { title, body } = wasDenied ? texts.denied : isOffered ? texts.offered : texts.none
  return (
    <>
      {says}
      <EmptyState
        icon="home"
        title={title}
        action={
          <>
            {isOffered && <ConnectButton label={texts.connect} />}
            <ButtonLink tone={isOffered ? 'secondary' : 'primary'} to={linkTo('importProperties')}>
              {places.list.import}
            </ButtonLink>
            <ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>
          </>
        }
      >
        {body}
      </EmptyState>
    </>
  )
}

function ConnectButton({ label }: { label: string }) {
  const go = useGo()
  const connect = useAction('POST /api/connect-hospitable')
  const leave = () => connect.mutate({ body: {} }, { onSuccess: ({ url }) => go(url, { isExternal: true }) })
  return (
    <>
      <Button tone="primary" isBusy={connect.isPending} onClick={leave}>
        {label}
      </Button>
      {connect.isError && <p className="w-full text-sm text-danger">{sentenceOf(connect.error)}</p>}
    </>
  )
}
