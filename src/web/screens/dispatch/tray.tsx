/** Visits that nobody has, the soonest first: to take into the hand, and to put down what nobody is to have. */
import { type RefObject, useEffect, useState } from 'react'
import type { BoardTexts } from './board-texts.ts'
import type { ShownBoard } from './use-board.ts'
import type { Grasp } from './use-grasp.ts'

const TALL = 58
const SPARE = 6

type TrayProps = {
  board: ShownBoard
  tray: RefObject<HTMLDivElement | null>
  chosenId: string | undefined
  heldId: string | undefined
  grasp: Grasp
  words: BoardTexts
}

export function Tray({ board, tray, chosenId, heldId, grasp, words }: TrayProps) {
  const { texts, format, service } = words
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(800)
  useEffect(() => {
    if (tray.current !== null && tray.current.clientHeight > 0) setHeight(tray.current.clientHeight)
  }, [tray])
  const first = Math.max(0, Math.floor(top / TALL) - SPARE)
  const last = Math.ceil((top + height) / TALL) + SPARE
  return (
    <div
      ref={tray}
      className="dispatch-tray"
      onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / TALL) * TALL)}
    >
      {board.open.length === 0 && <p className="px-4 py-3 text-sm text-muted">{texts.trayNone}</p>}
      <ol aria-label={texts.tray} style={{ height: board.open.length * TALL }}>
        {board.open.map((visit, index) => {
          const isShown = (index >= first && index < last) || visit.id === heldId
          if (!isShown) return null
          const window = `${format.time(visit.opensAt, board.zone)} – ${format.time(visit.closesAt, board.zone)}`
          return (
            <li
              key={visit.id}
              aria-setsize={board.open.length}
              aria-posinset={index + 1}
              style={{ top: index * TALL, height: TALL }}
            >
              <button
                type="button"
                id={`stop-${visit.id}`}
                className="dispatch-open"
                data-held={visit.id === heldId || undefined}
                aria-current={visit.id === chosenId || undefined}
                tabIndex={index === 0 || visit.id === chosenId ? 0 : -1}
                {...grasp.handlers(visit)}
              >
                <span>
                  {visit.placeName} · {service(visit.serviceKey)}
                </span>
                <small>
                  {format.day(visit.date)} · {visit.isAnytime ? texts.anytime : window} ·{' '}
                  {visit.payCents === null ? texts.noPrice : format.money(visit.payCents)}
                </small>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
