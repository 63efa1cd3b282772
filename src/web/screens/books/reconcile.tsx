/** The books that watch themselves: what differs now, and the runs that looked. */
import { useSearchParams } from 'react-router'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Page } from '#web/ui/page.tsx'
import { DifferencePanel } from './difference-panel.tsx'
import { Differences } from './differences.tsx'
import { Runs } from './runs.tsx'

/** A run is over in moments where little is new. */
const LOOK_EVERY_MS = 5_000

export function Reconcile() {
  const { books: text } = useText()
  const [search, setSearch] = useSearchParams()
  const opened = search.get('difference')
  const latest = useEndpoint('GET /api/reconcile-runs', { query: { limit: 1 } }, { refetchMs: LOOK_EVERY_MS })
  const run = useAction('POST /api/run-reconcile', { refreshes: ['GET /api/reconcile-runs'] })
  const start = async () => {
    await run.mutateAsync({ body: {} })
    showToast(text.started)
  }
  const open = (id: string | null) =>
    setSearch(id === null ? {} : { difference: id }, { replace: opened !== null })
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      width="wide"
      actions={
        <Only may="money" isSaid>
          <Button
            tone="primary"
            icon="check"
            isBusy={run.isPending || latest.data?.runs[0]?.state === 'running'}
            onClick={() => void start()}
          >
            {text.runNow}
          </Button>
        </Only>
      }
    >
      {latest.data && <Standing read={latest.data} />}
      <div className={opened === null ? '' : 'grid items-start gap-4 xl:grid-cols-[1fr_28rem]'}>
        <div className="grid gap-4">
          <Differences opened={opened} onOpen={open} />
          <Runs />
        </div>
        {opened !== null && <DifferencePanel id={opened} onClose={() => open(null)} />}
      </div>
    </Page>
  )
}

/** Whether the books agree, as far as anybody has looked. */
function Standing({ read }: { read: Reply<'GET /api/reconcile-runs'> }) {
  const { books: text } = useText()
  const format = useFormat()
  const [latest] = read.runs
  if (read.openCount > 0)
    return (
      <Banner tone="danger" isAlert>
        {text.openCount(read.openCount)}
      </Banner>
    )
  if (latest === undefined) return <Banner tone="info">{text.never}</Banner>
  if (latest.state === 'running') return <Banner tone="info">{text.isRunning}</Banner>
  return (
    <Banner tone="good">
      {text.agrees} <span className="text-sm">{format.dateTime(latest.startedAt)}</span>
    </Banner>
  )
}
