/** Dispatch: a day or a week of the city on one screen, who does what and when, and moving it. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { axisDays } from '#domain/dispatch/day-axis.ts'
import { addDays, isLocalDate, type LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { useBoardTexts } from './board-texts.ts'
import { PlanDialog } from './lazy-dialogs.tsx'
import { Desk, LanesList } from './lazy-views.tsx'
import { ZOOMS } from './measures.ts'
import { useBoard } from './use-board.ts'

type SpanKind = keyof typeof ZOOMS
type PlanId = Reply<'GET /api/dispatch-plan'>['id']
/** What is to be shown otherwise; a date of null is today. */
type View = { kind?: SpanKind; date?: LocalDate | null; hasMap?: boolean }
const FIRST_ZOOM = 1

export function Dispatch() {
  const { dispatch: texts } = useText()
  const format = useFormat()
  const now = useNow()
  const words = useBoardTexts()
  const isDesk = useIsDesk()
  const [search, setSearch] = useSearchParams()
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  /** Null: a new one. */
  const [planning, setPlanning] = useState<PlanId | null>()
  const kind: SpanKind = search.get('span') === 'week' ? 'week' : 'day'
  const named = search.get('date') ?? ''
  const asked = { span: kind, ...(isLocalDate(named) ? { date: named } : {}) }
  const { read, board } = useBoard(asked, now)
  const date = asked.date ?? board?.today
  const hasMap = search.has('map')
  const go = (next: View) => {
    const day = next.date === undefined ? asked.date : next.date
    setSearch(
      {
        span: next.kind ?? kind,
        ...(day == null ? {} : { date: day }),
        ...((next.hasMap ?? hasMap) ? { map: '' } : {}),
      },
      { replace: true },
    )
  }
  const walk = (days: number) => {
    if (date !== undefined) go({ date: addDays(date, days) })
  }
  const zooms = ZOOMS[kind]
  return (
    <Page
      title={texts.title}
      subtitle={
        board && (kind === 'day' ? format.longDay(board.from) : format.dateRange(board.from, board.to))
      }
      width="full"
      actions={
        <>
          <ViewButtons kind={kind} hasMap={hasMap} onGo={go} onWalk={walk} />
          <Only may="dispatch" isSaid>
            <Button icon="route" onClick={() => setPlanning(null)}>
              {texts.plan[kind]}
            </Button>
          </Only>
          {isDesk && <ZoomButtons zoom={zoom} most={zooms.length - 1} onZoom={setZoom} />}
        </>
      }
    >
      {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <SkeletonCard rows={10} />}
      {planning !== undefined && (
        <PlanDialog
          asked={asked}
          {...(planning !== null && { plan: planning })}
          texts={words}
          onClose={() => setPlanning(undefined)}
        />
      )}
      {board && read.data?.applied && (
        <Banner
          actions={
            <Button onClick={() => setPlanning(read.data.applied?.planId)}>{texts.plan.seeApplied}</Button>
          }
        >
          {texts.plan.canUndo(format.time(read.data.applied.undoUntil, board.zone))}
        </Banner>
      )}
      {board?.isCut && <p className="text-warn">{texts.cut}</p>}
      {board &&
        (isDesk ? (
          <Desk
            board={board}
            asked={asked}
            pixelsPerHour={zooms[zoom]!}
            now={now}
            hasMap={hasMap}
            words={words}
          />
        ) : (
          <LanesList
            board={board}
            axis={axisDays(board.from, board.to, board.zone)}
            now={now}
            hasMap={hasMap}
            words={words}
          />
        ))}
    </Page>
  )
}

type ViewButtonsProps = {
  kind: SpanKind
  hasMap: boolean
  onGo: (next: View) => void
  onWalk: (days: number) => void
}

/** Which days are shown, and whether the map is. */
function ViewButtons({ kind, hasMap, onGo, onWalk }: ViewButtonsProps) {
  const { dispatch: texts } = useText()
  const step = kind === 'day' ? 1 : 7
  return (
    <>
      <IconButton icon="chevron-left" label={texts.earlier} onClick={() => onWalk(-step)} />
      <Button tone="quiet" onClick={() => onGo({ date: null })}>
        {texts.today}
      </Button>
      <IconButton icon="chevron-right" label={texts.later} onClick={() => onWalk(step)} />
      {(['day', 'week'] as const).map((each) => (
        <Button
          key={each}
          tone={each === kind ? 'primary' : 'secondary'}
          aria-pressed={each === kind}
          onClick={() => onGo({ kind: each })}
        >
          {texts[each]}
        </Button>
      ))}
      <Button
        icon={hasMap ? 'check' : 'map-pin'}
        aria-pressed={hasMap}
        onClick={() => onGo({ hasMap: !hasMap })}
      >
        {texts.map.show}
      </Button>
    </>
  )
}

function ZoomButtons(props: { zoom: number; most: number; onZoom: (zoom: number) => void }) {
  const { zoom, most, onZoom } = props
  const { dispatch: texts } = useText()
  return (
    <>
      <IconButton icon="minus" label={texts.zoomOut} disabled={zoom === 0} onClick={() => onZoom(zoom - 1)} />
      <IconButton
        icon="plus"
        label={texts.zoomIn}
        disabled={zoom === most}
        onClick={() => onZoom(zoom + 1)}
      />
    </>
  )
}
