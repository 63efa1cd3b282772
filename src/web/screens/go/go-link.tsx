/** Where a short link leads. What is too old, mistyped or somebody else's looks alike, and kind. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Reply, useEndpoint } from '#web/api.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { internalPathOr } from '#web/ui/destination.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { DoorCard } from './door-card.tsx'

/** Whoever opens a door pays no invoice. */
const PayInvoice = lazy(async () => ({ default: (await import('./pay-invoice.tsx')).PayInvoice }))

type Opened = Reply<'POST /api/open-go-link'>

/** Comes with its words for the few who were invited to the staff. */
const JoinStaff = lazy(() =>
  loadChunk(async () => {
    const [{ JoinStaff: Joining }] = await Promise.all([import('./join-staff.tsx'), loadAreas(['signIn'])])
    return { default: Joining }
  }),
)
/** The same for who is invited to look after places. */
const JoinShare = lazy(() =>
  loadChunk(async () => {
    const [{ JoinShare: Joining }] = await Promise.all([import('./join-share.tsx'), loadAreas(['sharing'])])
    return { default: Joining }
  }),
)
/** And for who gets the nights of a complex by mail. */
const NightMails = lazy(() =>
  loadChunk(async () => {
    const [{ NightMails: Mails }] = await Promise.all([import('./night-mails.tsx'), loadAreas(['complexes'])])
    return { default: Mails }
  }),
)
const INVITED = /^(staff|share|report)-([\w-]+)$/

export function GoLink() {
  const { go_id: goId = '' } = useParams()
  const [, to, token] = INVITED.exec(goId) ?? []
  if (token === undefined) return <ShortLink goId={goId} />
  const Screen = to === 'report' ? NightMails : to === 'share' ? JoinShare : JoinStaff
  return (
    <Suspense fallback={<SkeletonCard rows={3} />}>
      <Screen token={token} />
    </Suspense>
  )
}

function ShortLink({ goId }: { goId: string }) {
  const { go } = useText().today
  // As the phone keeps the codes of a day's doors, so that one opens without a connection.
  const code = goId.slice(0, 64).toUpperCase()
  const opening = useEndpoint('POST /api/open-go-link', { body: { goId: code } }, { staleMs: 0 })
  if (opening.isLoadingError)
    return (
      <Page
        title={go.title}
        actions={
          <ButtonLink icon="home" to={linkTo('home')}>
            {go.home}
          </ButtonLink>
        }
      >
        <ErrorState error={opening.error} onRetry={() => void opening.refetch()} />
      </Page>
    )
  if (!opening.data)
    return (
      <Page title={go.title}>
        <SkeletonCard rows={3} />
      </Page>
    )
  return <Destination opened={opening.data} goId={goId} />
}

function Destination({ opened, goId }: { opened: Opened; goId: string }) {
  const { go } = useText().today
  switch (opened.kind) {
    case 'page':
      return <Onwards to={opened.to} />
    case 'door_card':
      return <DoorCard visitId={opened.visitId} date={opened.date} />
    case 'invoice':
      return (
        <Suspense fallback={<SkeletonCard rows={4} />}>
          <PayInvoice goId={goId} />
        </Suspense>
      )
    case 'share':
      return <Invitation share={opened} />
    case 'sign_in':
      return (
        <Message
          title={go.signInTitle}
          action={
            <ButtonLink
              tone="primary"
              isLarge
              to={linkTo('login', {}, { to: linkTo('goLink', { go_id: goId }) })}
            >
              {go.signInButton}
            </ButtonLink>
          }
        >
          {go.signIn}
        </Message>
      )
    case 'gone':
      return (
        <Message
          title={go.goneTitle}
          action={
            <ButtonLink tone="primary" isLarge icon="home" to={linkTo('home')}>
              {go.home}
            </ButtonLink>
          }
        >
          {go.gone}
        </Message>
      )
  }
}

function Onwards({ to }: { to: string }) {
  const { go } = useText().today
  const navigate = useNavigate()
  useEffect(() => void navigate(internalPathOr(to, linkTo('home')), { replace: true }), [navigate, to])
  return (
    <Page title={go.title}>
      <SkeletonCard rows={3} />
    </Page>
  )
}

/** The code goes along in the address, where the arrival keeps it (seed §5). */
function Invitation({ share }: { share: Extract<Opened, { kind: 'share' }> }) {
  const { go } = useText().today
  const withCode = { sponsor: share.code }
  return (
    <Message
      title={go.shareTitle(share.firstName)}
      action={
        <div className="grid gap-3">
          <ButtonLink tone="primary" isLarge to={linkTo('getStarted', {}, withCode)}>
            {go.join}
          </ButtonLink>
          <ButtonLink isLarge to={linkTo('registerCrew', {}, withCode)}>
            {go.joinCrew}
          </ButtonLink>
        </div>
      }
    >
      {share.isCrew ? go.shareCrew : go.shareCustomer}
    </Message>
  )
}

function Message({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <Page title={title}>
      <Card>
        <div className="grid justify-items-start gap-5">
          <p className="text-lg">{children}</p>
          {action}
        </div>
      </Card>
    </Page>
  )
}
