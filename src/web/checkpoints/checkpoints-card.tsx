/** The codes at the buildings of a complex: made once, printed, and renewed where one was copied or lost. */
import { addressOf, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Checkpoint = Reply<'GET /api/checkpoints'>['checkpoints'][number]
type CheckpointsCardProps = { complexId: string; timeZone: string }

const READS = ['GET /api/checkpoints'] as const

export function CheckpointsCard({ complexId, timeZone }: CheckpointsCardProps) {
  const texts = useText().complexes.points
  const found = useEndpoint('GET /api/checkpoints', { query: { complexId } })
  const make = useAction('POST /api/make-checkpoints', { refreshes: READS })
  const points = found.data?.checkpoints ?? []
  const madeCount = points.filter(({ code }) => code !== null).length
  const makeAll = () =>
    make.mutate(
      { body: { complexId } },
      {
        onSuccess: () => showToast(texts.made),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  // Before there are buildings there is nothing to put a code on.
  if (found.data && points.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      {!found.data && (
        <div className="px-4 sm:px-5">
          {found.isError ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Skeleton rows={2} />
          )}
        </div>
      )}
      {found.data && madeCount === 0 && <p className="px-4 pb-3 text-muted sm:px-5">{texts.none}</p>}
      {madeCount > 0 && (
        <List label={texts.title}>
          {points.map((point) => (
            <PointRow key={point.buildingId} point={point} complexId={complexId} timeZone={timeZone} />
          ))}
        </List>
      )}
      <div className="flex flex-wrap gap-2 p-4 sm:px-5">
        {found.data && madeCount < points.length && (
          <Button icon="plus" isBusy={make.isPending} onClick={makeAll}>
            {madeCount === 0 ? texts.make : texts.makeMore}
          </Button>
        )}
        {madeCount > 0 && (
          <ExternalLink
            href={addressOf('GET /api/checkpoints-pdf', { complexId })}
            isButton
            icon="download"
            isNewTab={false}
          >
            {texts.print}
          </ExternalLink>
        )}
      </div>
    </Card>
  )
}

function PointRow({ point, complexId, timeZone }: CheckpointsCardProps & { point: Checkpoint }) {
  const texts = useText().complexes.points
  const format = useFormat()
  const renew = useAction('POST /api/renew-checkpoint', { refreshes: READS })
  const { buildingId, name, code, lastPassedAt } = point
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: texts.renewTitle(name),
      body: texts.renewBody,
      submitLabel: texts.renew,
      onSubmit: () => renew.mutateAsync({ body: { buildingId } }),
    })
    if (isSure) showToast(texts.renewed)
  }
  const print = () => window.open(addressOf('GET /api/checkpoints-pdf', { complexId, buildingId }), '_self')
  const last =
    lastPassedAt === null ? texts.neverPassed : texts.lastPassed(format.dateTime(lastPassedAt, timeZone))
  return (
    <ListRow
      title={name}
      detail={code === null ? texts.noCode : `${code} · ${last}`}
      actions={
        code === null ? undefined : (
          <Menu
            label={texts.actions(name)}
            items={[
              { label: texts.printOne(name), icon: 'download', onSelect: print },
              { label: texts.renewOf(name), icon: 'undo', onSelect: () => void ask() },
            ]}
          />
        )
      }
    />
  )
}
