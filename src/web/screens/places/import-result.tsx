/** What came of an import, and of those before it. */
import { addressOf, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'
import type { ImportProgress } from './reply-types.ts'

export function ImportResult({ progress, onAgain }: { progress: ImportProgress; onAgain: () => void }) {
  const texts = useText().places.import
  const isDone = progress.state === 'done'
  return (
    <Card>
      <div className="grid gap-4">
        <Banner tone={isDone ? 'good' : 'danger'} title={isDone ? texts.done : texts.failed}>
          {isDone ? progress.fileName : progress.failure}
        </Banner>
        <Counts progress={progress} />
        {progress.refused > 0 && (
          <Banner tone="warn" actions={<RefusedRows importId={progress.id} />}>
            {texts.refusedBody(progress.refused)}
          </Banner>
        )}
        <FirstRefusals progress={progress} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink tone="primary" icon="home" to={linkTo('home')}>
            {texts.toProperties}
          </ButtonLink>
          <Button icon="upload" onClick={onAgain}>
            {texts.again}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Counts({ progress }: { progress: ImportProgress }) {
  const texts = useText().places.import
  const format = useFormat()
  const counts = [
    [texts.added, progress.added],
    [texts.updated, progress.updated],
    [texts.unchanged, progress.unchanged],
    [texts.refused, progress.refused],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {counts.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse rounded-2xl bg-sunken px-4 py-3">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="nums text-2xl font-bold">{format.count(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function RefusedRows({ importId }: { importId: string }) {
  const texts = useText().places.import
  return (
    <a
      href={addressOf('GET /api/property-import-refusals.csv', { importId })}
      download
      className={buttonLook('secondary')}
    >
      <Icon name="download" />
      {texts.download}
    </a>
  )
}

function FirstRefusals({ progress: { refusals, refused } }: { progress: ImportProgress }) {
  const texts = useText().places.import
  if (refusals.length === 0) return null
  const shown = new Set(refusals.map(({ rowNumber }) => rowNumber)).size
  return (
    <div className="grid gap-2">
      <ul aria-label={texts.refusedRows} className="grid gap-2">
        {refusals.map(({ rowNumber, column, sentence }) => (
          <li key={`${rowNumber} ${column} ${sentence}`}>
            <span className="font-medium">{texts.refusedRow(rowNumber, column)}</span> {sentence}
          </li>
        ))}
      </ul>
      {refused > shown && <p className="text-muted">{texts.moreRefused(refused - shown)}</p>}
    </div>
  )
}

export function EarlierImports({ onOpen }: { onOpen: (importId: string) => void }) {
  const texts = useText().places.import
  const format = useFormat()
  const imports = useEndpoint('GET /api/property-imports')
  const started = imports.data?.filter(({ state }) => state !== 'uploaded') ?? []
  if (started.length === 0) return null
  return (
    <Card title={texts.earlier} isFlush>
      <List label={texts.earlier}>
        {started.map((each) => (
          <ListRow
            key={each.id}
            icon="upload"
            title={each.fileName}
            detail={`${format.dateTime(each.createdAt)} · ${texts.summary(each.added, each.updated, each.refused)}`}
            state={<StateBadge state={STATE_LOOKS[each.state]} label={texts.states[each.state]} />}
            onClick={() => onOpen(each.id)}
          />
        ))}
      </List>
    </Card>
  )
}

/** The looks of states that the badge knows. */
const STATE_LOOKS = {
  uploaded: 'pending',
  running: 'processing',
  done: 'completed',
  failed: 'failed',
} as const
