/** Whether the house is well. It looks again every ten seconds; what it showed stays until the next answer is there. */
import { type Reply, useEndpoint } from '#web/api.ts'
import { sayWait } from '#web/desk/say-wait.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Panes } from '#web/ui/dialogs/panes.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ParkedTasks } from './parked-tasks.tsx'
import { sayBytes } from './say-bytes.ts'

type Health = Reply<'GET /api/system-health'>

const LOOK_EVERY_MS = 10_000

export function System() {
  const { systemHealth: texts } = useText()
  const language = useLanguage()
  const format = useFormat()
  const read = useEndpoint('GET /api/system-health', {}, { refetchMs: LOOK_EVERY_MS })
  const health = read.data
  return (
    <Page
      title={texts.title}
      width="wide"
      subtitle={
        health &&
        texts.subtitle(format.dateTime(health.at, health.timeZone), zoneName(health.timeZone, language))
      }
    >
      {read.isPending && <SkeletonCard rows={8} />}
      {read.isError && !health && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {health && (
        <Panes side={<House health={health} />}>
          <Queue health={health} />
          <ParkedTasks timeZone={health.timeZone} />
          <Providers health={health} />
        </Panes>
      )}
    </Page>
  )
}

function Queue({ health }: { health: Health }) {
  const { systemHealth: texts } = useText()
  const format = useFormat()
  const count = (value: number) =>
    value >= health.mostCounted ? texts.many(format.count(health.mostCounted)) : format.count(value)
  return (
    <Card title={texts.queue} isFlush>
      <DataTable
        label={texts.queue}
        rows={health.lanes}
        rowKey={({ lane }) => lane}
        columns={[
          { key: 'lane', title: texts.lane, cell: ({ lane }) => textFor(texts.lanes, lane) ?? lane },
          {
            key: 'due',
            title: texts.due,
            cell: ({ due }) =>
              due.length === 0
                ? texts.nothing
                : due
                    .map((each) => `${textFor(texts.kinds, each.kind) ?? each.kind}: ${count(each.count)}`)
                    .join(' · '),
          },
          {
            key: 'oldest',
            title: texts.oldest,
            isNumber: true,
            cell: ({ due }) => {
              const [oldest] = due.map(({ oldestAt }) => oldestAt).toSorted()
              return oldest === undefined ? texts.nothing : sayWait(oldest, health.at, texts, format)
            },
          },
          { key: 'later', title: texts.later, isNumber: true, cell: ({ later }) => count(later) },
          {
            key: 'workers',
            title: texts.workers,
            isNumber: true,
            cell: ({ workers }) => format.count(workers),
          },
        ]}
      />
    </Card>
  )
}

function Providers({ health }: { health: Health }) {
  const { systemHealth: texts } = useText()
  const format = useFormat()
  return (
    <Card title={texts.providers} isFlush>
      <DataTable
        label={texts.providers}
        rows={health.providers}
        rowKey={({ port }) => port}
        columns={providerColumns(texts, format, health.timeZone)}
      />
    </Card>
  )
}

function providerColumns(
  texts: Text['systemHealth'],
  format: Format,
  timeZone: string,
): Column<Health['providers'][number]>[] {
  return [
    { key: 'port', title: texts.provider, cell: ({ port }) => textFor(texts.ports, port) ?? port },
    { key: 'behind', title: texts.behind, cell: ({ behind }) => texts.behinds[behind] },
    {
      key: 'last',
      title: texts.lastAnswer,
      cell: ({ last }) => <Answer last={last} timeZone={timeZone} />,
    },
    {
      key: 'took',
      title: texts.took,
      isNumber: true,
      cell: ({ last }) => (last === null ? texts.nothing : `${format.count(last.tookMs)} ms`),
    },
    {
      key: 'failed',
      title: texts.failed,
      cell: ({ failedAt }) => (failedAt === null ? texts.nothing : format.dateTime(failedAt, timeZone)),
    },
  ]
}

type Last = Health['providers'][number]['last']

function Answer({ last, timeZone }: { last: Last; timeZone: string }) {
  const { systemHealth: texts } = useText()
  const format = useFormat()
  if (last === null) return texts.neverAsked
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={last.isOk ? 'good' : 'danger'}>{last.isOk ? texts.ok : texts.notOk}</Badge>
      <span>{format.dateTime(last.at, timeZone)}</span>
      {last.error !== '' && (
        <span lang="en" className="wrap-anywhere">
          {last.error}
        </span>
      )}
    </span>
  )
}

function House({ health }: { health: Health }) {
  const { systemHealth: texts } = useText()
  const format = useFormat()
  const { database, disk, versions, backup } = health
  return (
    <Card title={texts.house}>
      <Facts
        facts={[
          [
            texts.database,
            `${sayBytes(database.bytes, format)}${database.isEmbedded ? ` ${texts.embedded}` : ''}`,
          ],
          [
            texts.connections,
            texts.ofMost(format.count(database.connections), format.count(database.mostConnections)),
          ],
          ...(database.replica === null
            ? []
            : [[texts.replica, sayReplica(database.replica, texts, format)] as const]),
          [
            texts.disk,
            disk === null
              ? texts.diskUnknown
              : texts.ofMost(sayBytes(disk.freeBytes, format), sayBytes(disk.totalBytes, format)),
          ],
          [
            texts.backup,
            backup === null
              ? texts.noBackup
              : texts.backupOf(
                  format.dateTime(backup.at, health.timeZone),
                  sayBytes(backup.bytes, format),
                  format.count(backup.rows),
                ),
          ],
          [texts.reconcile, <Books key="books" health={health} />],
          [texts.app, versions.app],
          [texts.node, versions.node],
          [texts.postgres, versions.database],
          [texts.migration, versions.migration],
        ]}
      />
    </Card>
  )
}

function sayReplica(
  { is, atMostMs, answered, cameBack }: NonNullable<Health['database']['replica']>,
  texts: Text['systemHealth'],
  format: Format,
): string {
  const state = texts.replicaIs[is](format.count(atMostMs ?? 0))
  return `${state}; ${texts.replicaReads(format.count(answered), format.count(cameBack))}`
}

function Books({ health: { reconcile, timeZone } }: { health: Health }) {
  const { systemHealth: texts } = useText()
  const format = useFormat()
  if (reconcile === null) return texts.noReconcile
  const { at, finishedAt, openDifferences } = reconcile
  const when =
    finishedAt === null
      ? `${texts.running} ${format.dateTime(at, timeZone)}`
      : format.dateTime(finishedAt, timeZone)
  const open = openDifferences === 0 ? texts.noDifferences : texts.differences(format.count(openDifferences))
  return (
    <>
      {`${when}, ${open}`} <Link to={linkTo('operatorReconcile')}>{texts.toReconcile}</Link>
    </>
  )
}
