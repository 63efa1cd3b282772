/** A customer's first steps; each is ticked by what is there, not by having been clicked. */

import { firstName } from '#domain/accounts/first-name.ts'
import { useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { Checklist } from './checklist.tsx'

export function WelcomeCustomer() {
  const texts = useText().onboarding.welcomeCustomer
  const user = useUser()
  const properties = useEndpoint('GET /api/properties')
  const card = useEndpoint('POST /api/get-payment-method', { body: {} })
  const jobs = useEndpoint('POST /api/get-weekly-jobs', { body: { limit: 1 } })
  const steps = [
    {
      icon: 'home' as const,
      title: texts.property,
      body: texts.propertyBody,
      isDone: (properties.data?.length ?? 0) > 0,
      to: linkTo('home', {}, { add: 'property' }),
    },
    {
      icon: 'card' as const,
      title: texts.card,
      body: texts.cardBody,
      isDone: card.data?.hasCard === true && card.data.error === undefined,
      to: linkTo('addCard'),
    },
    {
      icon: 'calendar' as const,
      title: texts.service,
      body: texts.serviceBody,
      isDone: (jobs.data?.totalCount ?? 0) > 0,
      to: linkTo('jobs', {}, { book: 'new' }),
    },
    {
      icon: 'gift' as const,
      title: texts.invite,
      body: texts.inviteBody,
      isDone: false,
      to: linkTo('customerCommissions'),
    },
  ]
  if (properties.isPending || card.isPending || jobs.isPending || user === undefined)
    return (
      <Page title={texts.title(firstName(user?.name ?? ''))} subtitle={texts.subtitle} width="narrow">
        <SkeletonCard rows={4} />
      </Page>
    )
  return (
    <Page title={texts.title(firstName(user.name ?? ''))} subtitle={texts.subtitle} width="narrow">
      <Checklist label={texts.subtitle} steps={steps} />
      <div className="grid justify-items-center gap-3">
        <Link to={linkTo('importProperties')}>{texts.importMany}</Link>
        <ButtonLink to={linkTo('home')}>{texts.toHome}</ButtonLink>
      </div>
    </Page>
  )
}
