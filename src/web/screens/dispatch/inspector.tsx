/** The chosen visit: what it is, what breaks where it stands, its page, and giving it without dragging. */
import { useState } from 'react'
import { isMovable } from '#domain/dispatch/handing.ts'
import type { Instant } from '#domain/time.ts'
import { useMay } from '#web/session/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'
import type { BoardTexts } from './board-texts.ts'
import { useBreakText } from './break-texts.ts'
import { placementAt } from './drag.ts'
import { AssignDialog } from './lazy-dialogs.tsx'
import type { ShownBoard } from './use-board.ts'

type InspectorProps = { board: ShownBoard; chosenId: string | undefined; now: Instant; words: BoardTexts }

export function Inspector({ board, chosenId, now, words }: InspectorProps) {
  const { texts, format, service, states } = words
  const [isGiving, setGiving] = useState(false)
  const breakText = useBreakText()
  const may = useMay()
  const visit = board.visits.get(chosenId ?? '')
  if (visit === undefined) return <p className="dispatch-inspect text-muted">{texts.hint}</p>
  const index = board.crews.findIndex(({ id }) => id === visit.crewId)
  const crew = board.crews[index]
  const at = crew === undefined ? 0 : board.row(crew.id, visit.date).findIndex(({ id }) => id === visit.id)
  const canMove = isMovable({ ...visit, endsAt: visit.closesAt }, now)
  const placement =
    crew === undefined || !canMove ? null : placementAt(board, visit, { crew, index, at }, now)
  const own = placement?.lane.stops.find(({ id }) => id === visit.id)
  return (
    <section className="dispatch-inspect" aria-label={texts.chosen}>
      <strong>{visit.placeName}</strong>
      <p className="text-muted">
        {[
          service(visit.serviceKey),
          states[visit.state],
          crew?.name ?? texts.nobody,
          `${format.day(visit.date)}, ${
            visit.isAnytime
              ? texts.anytime
              : `${format.time(visit.opensAt, visit.zone)} – ${format.time(visit.closesAt, visit.zone)}`
          }`,
          own && texts.begins(format.time(own.beginsAt, board.zone)),
          format.minutes(visit.serviceMinutes),
          visit.payCents !== null && format.money(visit.payCents),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul>
        {placement?.breaks.map((broken) => (
          <li key={broken.kind} className="text-warn">
            {breakText(broken)}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        {canMove && may('dispatch') && (
          <Button aria-label={`${texts.give}: ${visit.placeName}`} onClick={() => setGiving(true)}>
            {texts.give}
          </Button>
        )}
        <ButtonLink
          tone="quiet"
          to={linkTo('visit', { visit_id: visit.id })}
          label={`${texts.open}: ${visit.placeName}`}
        >
          {texts.open}
        </ButtonLink>
      </div>
      {isGiving && <AssignDialog visitId={visit.id} onClose={() => setGiving(false)} />}
    </section>
  )
}
