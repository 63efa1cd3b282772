/** The shop window: what we do, what it costs on one's own street, how it is proven, what crews earn, and two ways in. */
import { useEndpoint } from '#web/api.ts'
import { ReferralNote } from '#web/session/referral-note.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'
import type { Facts } from './facts.ts'
import { Heading } from './heading.tsx'
import { ProofPicture } from './proof-picture.tsx'
import { StreetPicture } from './street-picture.tsx'
import { StreetPrices } from './street-prices.tsx'

/** The facts change by the day. */
const STALE_MS = 600_000

export function GetStarted() {
  const { data: facts } = useEndpoint('GET /get-started/_payload.json', {}, { staleMs: STALE_MS })
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-10 px-4 py-4 sm:px-6 lg:gap-16 lg:py-10">
      <ReferralNote />
      <Hero />
      <StreetPrices facts={facts} />
      <HowItGoes />
      <Crews facts={facts} />
      {facts && facts.cities.length > 0 && <Cities facts={facts} />}
    </div>
  )
}

function Hero() {
  const { hero } = useText().frontDoor
  return (
    <section className="grid items-center gap-6 lg:grid-cols-2 lg:gap-12">
      <div className="grid gap-4">
        <h1 className="text-3xl font-bold tracking-tight text-balance lg:text-5xl">{hero.title}</h1>
        <p className="max-w-xl text-lg text-muted">{hero.body}</p>
        <div className="flex flex-wrap gap-3 pt-1">
          <ButtonLink tone="primary" isLarge to={linkTo('registerCustomer')}>
            {hero.register}
          </ButtonLink>
          <ButtonLink isLarge icon="clock" to={linkTo('ondemand')}>
            {hero.today}
          </ButtonLink>
        </div>
        <p className="text-muted">
          {hero.haveAccount} <Link to={linkTo('login')}>{hero.signIn}</Link>
        </p>
      </div>
      <StreetPicture />
    </section>
  )
}

function HowItGoes() {
  const { how } = useText().frontDoor
  const steps: readonly { icon: IconName; title: string; body: string }[] = [
    { icon: 'calendar', ...how.choose },
    { icon: 'truck', ...how.done },
    { icon: 'card', ...how.pay },
  ]
  return (
    <section className="grid items-center gap-6 lg:grid-cols-2 lg:gap-12">
      <div className="grid gap-5">
        <Heading>{how.title}</Heading>
        <ol className="grid gap-5">
          {steps.map(({ icon, title, body }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-accent-soft text-accent">
                <Icon name={icon} />
              </span>
              <div>
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="text-muted">{body}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <ProofPicture />
    </section>
  )
}

type FactsProps = { facts: Facts | undefined }

function Crews({ facts }: FactsProps) {
  const { crews } = useText().frontDoor
  const format = useFormat()
  const { weekCents = null, hourCents = null, shareBasisPoints } = facts?.crews ?? {}
  return (
    <section className="grid items-center gap-6 rounded-2xl bg-accent-soft p-5 sm:p-8 lg:grid-cols-[1fr_auto]">
      <div className="grid gap-3">
        <Heading>{crews.title}</Heading>
        <p className="max-w-2xl">{crews.body}</p>
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          {weekCents !== null && <Figure figure={format.money(weekCents)} label={crews.week} />}
          {hourCents !== null && <Figure figure={format.money(hourCents)} label={crews.hour} />}
          {shareBasisPoints !== undefined && (
            <Figure figure={crews.percent(shareBasisPoints / 100)} label={crews.share} />
          )}
        </dl>
      </div>
      <ButtonLink isLarge icon="truck" to={linkTo('registerCrew')}>
        {crews.join}
      </ButtonLink>
    </section>
  )
}

function Figure({ figure, label }: { figure: string; label: string }) {
  return (
    <div className="flex max-w-48 flex-col-reverse justify-end">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="nums text-2xl font-bold text-accent">{figure}</dd>
    </div>
  )
}

function Cities({ facts }: { facts: Facts }) {
  const { cities } = useText().frontDoor
  const { visitCount, isMore, days, rating, ratingCount } = facts.lately
  const count = visitCount.toLocaleString('en-US')
  return (
    <section className="grid gap-3">
      <Heading>{cities.title}</Heading>
      <p className="text-lg font-semibold">{facts.cities.map(({ name }) => name).join(' · ')}</p>
      {visitCount > 0 && (
        <p className="text-muted">
          {cities.lately(isMore ? `${count}+` : count, days)}{' '}
          {rating !== null && cities.rated(rating.toFixed(1), ratingCount)}
        </p>
      )}
      <p className="text-muted">{cities.elsewhere}</p>
    </section>
  )
}
