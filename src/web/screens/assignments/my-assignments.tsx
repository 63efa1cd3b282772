/** What a crew is assigned week after week: signed in, or by the link from its text message (product §4). */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { ReliabilityCard } from '#web/assignments/reliability-card.tsx'
import { isSignedIn } from '#web/session/cookies.ts'
import { useTokenOfAddress } from '#web/session/token-of-address.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { payOf } from './assigned-stop.ts'
import { AssignedWeekdays } from './assigned-weekdays.tsx'
import { AskForLink, EndAllLinks, LinkedAssignments } from './assignments-link.tsx'

export function MyAssignments() {
  const [token] = useTokenOfAddress('myAssignments')
  const client = useQueryClient()
  const [isOver, end] = useState(false)
  const leave = () => {
    client.removeQueries({ queryKey: ['POST /api/open-assignments-link'] })
    end(true)
  }
  if (token !== '' && !isOver) return <LinkedAssignments token={token} onEnd={leave} />
  return isSignedIn() ? <OwnAssignments /> : <SignInFirst />
}

function OwnAssignments() {
  const { crew } = useText()
  const format = useFormat()
  const assigned = useEndpoint('POST /api/get-assignments')
  const stops = assigned.data?.assignments ?? []
  return (
    <Page
      title={crew.assignments.title}
      subtitle={stops.length > 0 && crew.assignments.subtitle(stops.length, format.money(payOf(stops)))}
    >
      {assigned.isPending && <SkeletonCard rows={5} />}
      {assigned.isLoadingError && (
        <ErrorState error={assigned.error} onRetry={() => void assigned.refetch()} />
      )}
      {assigned.data &&
        (stops.length === 0 ? <NothingAssigned /> : <AssignedWeekdays stops={stops} token={null} />)}
      {assigned.data && <ReliabilityCard />}
      {assigned.data && <EndAllLinks />}
    </Page>
  )
}

function NothingAssigned() {
  const { crew } = useText()
  return (
    <Card>
      <EmptyState
        icon="route"
        title={crew.assignments.none}
        action={
          <ButtonLink tone="primary" icon="search" to={linkTo('jobs')} isLarge>
            {crew.home.findWork}
          </ButtonLink>
        }
      >
        {crew.assignments.noneBody}
      </EmptyState>
    </Card>
  )
}

function SignInFirst() {
  const { crew } = useText()
  return (
    <Page title={crew.assignments.title} width="narrow">
      <Card>
        <EmptyState
          icon="lock"
          title={crew.assignments.signIn}
          action={
            <ButtonLink tone="primary" to={linkTo('login', {}, { to: linkTo('myAssignments') })} isLarge>
              {crew.assignments.toSignIn}
            </ButtonLink>
          }
        >
          {crew.assignments.signInBody}
        </EmptyState>
      </Card>
      <AskForLink />
    </Page>
  )
}
