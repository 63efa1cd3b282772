/** A crew's first steps; each is ticked by what is there. */

import { firstName } from '#domain/accounts/first-name.ts'
import { useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { Checklist } from './checklist.tsx'

export function WelcomeCrew() {
  const words = useText().onboarding.welcomeCrew
  const user = useUser()
  const profile = useEndpoint('GET /api/crew-profile')
  const account = useEndpoint('GET /api/payout-account')
  const assignments = useEndpoint('POST /api/get-assignments')
  if (profile.isPending || account.isPending || assignments.isPending || user === undefined)
    return (
      <Page title={words.title(firstName(user?.name ?? ''))} subtitle={words.subtitle} width="narrow">
        <SkeletonCard rows={3} />
      </Page>
    )
  const isProfileDone =
    profile.data !== undefined && profile.data.services.length > 0 && profile.data.lat !== null
  const steps = [
    {
      icon: 'user' as const,
      title: words.profile,
      body: words.profileBody,
      isDone: isProfileDone,
      to: linkTo('crewAccount'),
    },
    {
      icon: 'money' as const,
      title: words.payout,
      body: words.payoutBody,
      isDone: account.data?.state === 'ready',
      to: linkTo('stripeConnect'),
    },
    {
      icon: 'route' as const,
      title: words.route,
      body: words.routeBody,
      isDone: (assignments.data?.assignments.length ?? 0) > 0,
      to: linkTo('jobs'),
    },
  ]
  return (
    <Page title={words.title(firstName(user.name ?? ''))} subtitle={words.subtitle} width="narrow">
      <Checklist label={words.subtitle} steps={steps} />
      <div className="grid justify-items-center">
        <ButtonLink to={linkTo('jobs')} tone="primary">
          {words.toJobs}
        </ButtonLink>
      </div>
    </Page>
  )
}
