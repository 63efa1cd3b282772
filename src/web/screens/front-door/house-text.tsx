/** `/get-started/terms`, `/privacy` and `/help`: what an operator published; with `?version=` what it said before. */
import { useSearchParams } from 'react-router'
import type { HousePage } from '#domain/house-texts/house-pages.ts'
import { useEndpoint } from '#web/api.ts'
import { useConfig } from '#web/session/config.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink, ExternalLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { MarkupView } from './markup-view.tsx'

export function Terms() {
  return <HouseText page="terms" />
}

export function Privacy() {
  return <HouseText page="privacy" />
}

export function Help() {
  return <HouseText page="help" />
}

function HouseText({ page }: { page: HousePage }) {
  const { house } = useText().frontDoor
  const format = useFormat()
  const language = useLanguage()
  const [search] = useSearchParams()
  const asked = search.get('version') ?? ''
  const version = /^\d{1,6}$/.test(asked) ? { version: Number(asked) } : {}
  const text = useEndpoint(
    'GET /api/house-text',
    { query: { page, language, ...version } },
    { staleMs: 300_000 },
  )
  if (text.isPending)
    return (
      <Page title={house.titles[page]}>
        <SkeletonCard rows={10} />
      </Page>
    )
  if (text.isError)
    return (
      <Page title={house.titles[page]}>
        <ErrorState error={text.error} onRetry={() => void text.refetch()} />
      </Page>
    )
  const { data } = text
  return (
    <Page
      title={house.titles[page]}
      subtitle={house.versionOf(data.version, format.dateOf(data.publishedAt))}
    >
      {data.version < data.newestVersion && (
        <Banner
          tone="warn"
          title={house.older}
          actions={<ButtonLink to={linkTo(page)}>{house.toNewest}</ButtonLink>}
        />
      )}
      {page === 'help' && <Support />}
      <Card>
        <MarkupView text={data.body} />
      </Card>
    </Page>
  )
}

function Support() {
  const { house } = useText().frontDoor
  const support = useConfig()?.supportEmail
  if (!support) return null
  return (
    <p>
      {house.write} <ExternalLink href={`mailto:${support}`}>{support}</ExternalLink>
    </p>
  )
}
