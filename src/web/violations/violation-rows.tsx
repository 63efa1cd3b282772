/** The violations behind a number, each with its photo and the way to the proof of its night. */
import { addressOf, type Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink, Link } from '#web/ui/link.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import type { AskedRows } from './asked-trends.ts'

type Complex = Reply<'GET /api/complex'>
type Row = Reply<'GET /api/violations'>['rows'][number]

type ViolationRowsProps = { complex: Complex; asked: AskedRows; onClose: () => void }

export function ViolationRows({ complex, asked, onClose }: ViolationRowsProps) {
  const { complexes } = useText()
  const texts = complexes.trends
  const format = useFormat()
  const query = { id: complex.id, ...asked }
  const pages = useEndpointPages('GET /api/violations', { query }, (page) => page.rows)
  const building = complex.buildings.find(({ id }) => id === asked.buildingId)?.name
  const kind = asked.kind && complexes.kinds[asked.kind]
  return (
    <Dialog
      title={texts.rows}
      isOpen
      onClose={onClose}
      isSheet
      isWide
      actions={
        <ExternalLink
          href={addressOf('GET /api/violations-csv', query)}
          isButton
          icon="download"
          isNewTab={false}
        >
          {texts.csv}
        </ExternalLink>
      }
    >
      <p className="text-muted">
        {[format.dateRange(asked.from, asked.to), building, kind].filter(Boolean).join(' · ')}
      </p>
      {pages.isPending && <Skeleton rows={5} />}
      {pages.isLoadingError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && pages.rows.length === 0 && <p className="text-muted">{texts.noRows}</p>}
      {pages.rows.length > 0 && (
        <List label={texts.rows}>
          {pages.rows.map((row) => (
            <ViolationRow key={row.id} row={row} complexId={complex.id} />
          ))}
        </List>
      )}
      <MoreRows pages={pages}>{texts.more}</MoreRows>
    </Dialog>
  )
}

function ViolationRow({ row, complexId }: { row: Row; complexId: string }) {
  const { complexes } = useText()
  const format = useFormat()
  const kind = complexes.kinds[row.kind]
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-medium">{kind}</p>
        <p className="text-sm text-muted">
          {row.buildingName}
          {row.unitLabel !== null && `, ${complexes.night.door(row.unitLabel)}`} ·{' '}
          {format.time(row.reportedAt, row.timeZone)}
        </p>
        {row.note !== '' && <p className="break-words">{row.note}</p>}
        <p>
          <Link to={linkTo('customerComplex', {}, { id: complexId, night: row.visitId })}>
            {complexes.night.title(format.date(row.night))}
          </Link>
        </p>
      </div>
      <PhotoStrip photos={[{ ...row.photo, alt: kind }]} />
    </li>
  )
}
