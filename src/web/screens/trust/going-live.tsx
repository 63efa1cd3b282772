/** What going live takes, looked at when the page is opened and when asked again. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Check = Reply<'GET /api/going-live'>['checks'][number]

const TONES: Readonly<Record<Check['state'], BadgeTone>> = {
  ok: 'good',
  missing: 'danger',
  double: 'warn',
  unchecked: 'neutral',
}
const ICONS: Readonly<Record<Check['state'], IconName>> = {
  ok: 'check',
  missing: 'warning',
  double: 'tool',
  unchecked: 'help',
}

export function GoingLive() {
  const { goingLive: texts } = useText().systemHealth
  const language = useLanguage()
  const format = useFormat()
  const read = useEndpoint('GET /api/going-live')
  const found = read.data
  const lacking = found?.checks.filter(({ state }) => state !== 'ok') ?? []
  return (
    <Page
      title={texts.title}
      subtitle={
        found && texts.subtitle(format.dateTime(found.at, found.timeZone), zoneName(found.timeZone, language))
      }
      actions={
        <Button icon="undo" isBusy={read.isFetching} onClick={() => void read.refetch()}>
          {texts.again}
        </Button>
      }
    >
      {read.isPending && <SkeletonCard rows={8} />}
      {read.isError && !found && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {found && (
        <>
          <Banner tone={lacking.length === 0 ? 'good' : 'warn'}>
            {lacking.length === 0 ? texts.ready : texts.lacking(format.count(lacking.length))}
          </Banner>
          <Card isFlush>
            <List label={texts.title}>
              {[...lacking, ...found.checks.filter(({ state }) => state === 'ok')].map((check) => (
                <ListRow
                  key={check.topic}
                  icon={ICONS[check.state]}
                  title={check.name}
                  detail={<Said check={check} />}
                  state={<Badge tone={TONES[check.state]}>{texts.states[check.state]}</Badge>}
                />
              ))}
            </List>
          </Card>
          <p className="text-sm text-muted">{texts.doctor}</p>
        </>
      )}
    </Page>
  )
}

function Said({ check: { sentence, detail } }: { check: Check }) {
  return (
    <>
      {sentence}
      {detail !== '' && (
        <span lang="en" className="block wrap-anywhere">
          {detail}
        </span>
      )}
    </>
  )
}
