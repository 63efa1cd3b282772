/** The front door: two ways in, and whether we serve a street. */

import { useState } from 'react'
import { useAction, useEndpoint } from '#web/api.ts'
import { iconOf } from '#web/jobs/services.ts'
import { AddressField, type ChosenPlace } from '#web/places/address-field.tsx'
import { ReferralNote } from '#web/session/person-fields.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn, unitIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

export function GetStarted() {
  const { onboarding } = useText()
  const { start } = onboarding
  return (
    <Page title={start.title} subtitle={start.subtitle}>
      <ReferralNote />
      <div className="grid gap-4 sm:grid-cols-2">
        <Door
          icon="home"
          title={start.customerTitle}
          body={start.customerBody}
          go={start.customerGo}
          to={linkTo('registerCustomer')}
          isFirst
        />
        <Door
          icon="truck"
          title={start.crewTitle}
          body={start.crewBody}
          go={start.crewGo}
          to={linkTo('registerCrew')}
        />
      </div>
      <AreaCheck />
      <p className="text-center text-muted">
        {start.haveAccount} <Link to={linkTo('login')}>{start.signIn}</Link>
      </p>
    </Page>
  )
}

type DoorProps = { icon: IconName; title: string; body: string; go: string; to: string; isFirst?: boolean }

function Door({ icon, title, body, go, to, isFirst = false }: DoorProps) {
  return (
    <Card>
      <div className="grid h-full content-start justify-items-start gap-3">
        <span className="grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent">
          <Icon name={icon} size={28} />
        </span>
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="text-muted">{body}</p>
        <ButtonLink to={to} tone={isFirst ? 'primary' : 'secondary'}>
          {go}
        </ButtonLink>
      </div>
    </Card>
  )
}

function AreaCheck() {
  const { onboarding } = useText()
  const check = useAction('POST /api/check-area')
  const [place, setPlace] = useState<ChosenPlace | null>(null)
  const choose = (chosen: ChosenPlace | null) => {
    setPlace(chosen)
    check.reset()
    if (chosen !== null) check.mutate({ body: { lat: chosen.lat, lng: chosen.lng } })
  }
  return (
    <Card title={onboarding.start.askTitle}>
      <div className="grid gap-4">
        <AddressField label={onboarding.start.address} name="street" value={place} onChange={choose} />
        {check.data?.market === null && <Banner tone="warn">{onboarding.start.notServed}</Banner>}
        {check.data?.market && (
          <>
            <Banner tone="good" icon="check">
              {onboarding.start.served(check.data.market.name)}
            </Banner>
            <ServicesThere />
          </>
        )}
      </div>
    </Card>
  )
}

function ServicesThere() {
  const { onboarding } = useText()
  const format = useFormat()
  const language = useLanguage()
  const services = useEndpoint('GET /api/services', {}, { staleMs: 600_000 })
  return (
    <List label={onboarding.start.askTitle}>
      {services.data?.map((service) => (
        <ListRow
          key={service.key}
          icon={iconOf(service.icon)}
          title={nameIn(language, service)}
          detail={
            service.price &&
            onboarding.start.from(format.money(service.price.minimumCents), unitIn(language, service))
          }
        />
      ))}
    </List>
  )
}
