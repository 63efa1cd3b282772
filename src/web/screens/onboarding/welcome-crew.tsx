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
  const texts = useText().onboarding.welcomeCrew
  const user = useUser()
  const profile = useEndpoint('GET /api/crew-profile')
  const account = useEndpoint('GET /api/payout-account')
  const assignments = useEndpoint('POST /api/get-assignments')
  if (profile.isPending || account.isPending || assignments.isPending || user === undefined)
    return (
      <Page title={texts.title(firstName(user?.name ?? ''))} subtitle={texts.subtitle} width="narrow">
        <SkeletonCard rows={3} />
      </Page>
    )
  const isProfileDone =
    profile.data !== undefined && profile.data.services.length > 0 && profile.data.lat !== null
  const steps = [
    {
      icon: 'user' as const,
      title: texts.profile,
      body: texts.profileBody,
      isDone: isProfileDone,
      to: linkTo('crewAccount'),
    },
    {
      icon: 'money' as const,
      title: texts.payout,
      body: texts.payoutBody,
      isDone: account.data?.state === 'ready',
      to: linkTo('stripeConnect'),
    },
    {
      icon: 'route' as const,
      title: texts.route,
      body: texts.routeBody,
      isDone: (assignments.data?.assignments.length ?? 0) > 0,
      to: linkTo('jobs'),
    },
  ]
  return (
    <Page title={texts.title(firstName(user.name ?? ''))} subtitle={texts.subtitle} width="narrow">
      <Checklist label={texts.subtitle} steps={steps} />
      <div className="grid justify-items-center">
        <ButtonLink to={linkTo('jobs')} tone="primary">
          {texts.toJobs}
        </ButtonLink>
      </div>
    </Page>
  )
}
