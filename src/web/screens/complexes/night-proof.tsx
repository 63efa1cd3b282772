/** The proof of one night: each building with its time and photo, what was wrong, what was different. */
import { addressOf, useEndpoint } from '#web/api.ts'
import { usePassText } from '#web/checkpoints/use-pass-text.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useExceptionText } from './exception-text.ts'
import type { Round } from './replies.ts'

export function NightProof({ visitId, onClose }: { visitId: string; onClose: () => void }) {
  const texts = useText().complexes
  const format = useFormat()
  const night = useEndpoint('GET /api/complex-night', { query: { visitId: visitId } })
  const title = night.data ? texts.night.title(format.longDay(night.data.date)) : texts.one.past
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isSheet
      isWide
      actions={
        <ExternalLink
          href={addressOf('GET /api/complex-report', { visitId: visitId })}
          isButton
          icon="download"
          isNewTab={false}
        >
          {texts.night.pdf}
        </ExternalLink>
      }
    >
      {night.isPending && <Skeleton rows={4} />}
      {night.isLoadingError && <ErrorState error={night.error} onRetry={() => void night.refetch()} />}
      {night.data && <Proof night={night.data} />}
    </Dialog>
  )
}

function Proof({ night }: { night: Round }) {
  const texts = useText().complexes
  const format = useFormat()
  const exceptionText = useExceptionText(night.buildings)
  const time = (at: string) => format.time(at, night.timeZone)
  const passText = usePassText(night.timeZone)
  return (
    <div className="grid gap-5">
      <p className="text-muted">
        {night.completedAt !== null && night.crewFirstName !== null
          ? texts.night.completed(night.crewFirstName, time(night.completedAt))
          : texts.night.open}
      </p>
      <List label={texts.buildings.title}>
        {night.buildings.map((building) => (
          <li key={building.id} className="flex items-center gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{building.name}</p>
              <p className="text-sm text-muted">
                {building.checkedAt !== null
                  ? texts.night.done(time(building.checkedAt))
                  : building.isLeftOut
                    ? texts.night.leftOut
                    : texts.night.notDone}
              </p>
              {building.passed && <p className="text-sm text-muted">{passText(building.passed)}</p>}
            </div>
            {building.photo ? (
              <PhotoStrip photos={[{ ...building.photo, alt: texts.night.photoOf(building.name) }]} />
            ) : (
              <Badge tone={building.checkedAt === null && !building.isLeftOut ? 'warn' : 'neutral'}>
                {texts.doors(building.unitCount)}
              </Badge>
            )}
          </li>
        ))}
      </List>
      <section className="grid gap-2">
        <h3 className="font-semibold">{texts.night.violations}</h3>
        {night.violations.length === 0 && <p className="text-muted">{texts.night.noViolations}</p>}
        {night.violations.map((violation) => (
          <div key={violation.id} className="grid gap-1 rounded-xl border border-line p-3">
            <p className="font-medium">{texts.kinds[violation.kind]}</p>
            <p className="text-sm text-muted">
              {violation.buildingName}
              {violation.unitLabel !== null && `, ${texts.night.door(violation.unitLabel)}`} ·{' '}
              {time(violation.reportedAt)}
            </p>
            {violation.note !== '' && <p>{violation.note}</p>}
            <PhotoStrip photos={[{ ...violation.photo, alt: texts.kinds[violation.kind] }]} />
          </div>
        ))}
      </section>
      {night.exceptions.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-semibold">{texts.night.different}</h3>
          {night.exceptions.map((each) => (
            <p key={each.id} className="text-muted">
              {exceptionText(each)}
            </p>
          ))}
        </section>
      )}
    </div>
  )
}
