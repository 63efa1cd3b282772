/** The board as the screen works with it, and moving a visit on it: shown at once, taken back where it is refused. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Board, type BoardCrew, type BoardVisit, boardOf } from '#domain/dispatch/board.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { endpointQuery, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { readInstant } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

type Data = Reply<'GET /api/dispatch'>
export type Crew = BoardCrew & { readonly id: UserId; readonly name: string }
export type Visit = Omit<BoardVisit, 'id' | 'crewId'> & {
  readonly id: VisitId
  readonly crewId: UserId | null
  readonly placeName: string
  readonly isOrder: boolean
  readonly isAnytime: boolean
}
/** A crew on its way that shares where it is. */
export type Mover = Reply<'GET /api/crews-whereabouts'>['crews'][number]
export type ShownBoard = Board<Crew, Visit> &
  Pick<Data, 'today' | 'from' | 'to' | 'isCut'> & {
    readonly zone: string
    /** None on other days than today. */
    readonly movers: readonly Mover[]
  }
export type Asked = { readonly date?: LocalDate; readonly span: 'day' | 'week' }

const LOOK_EVERY_MS = 30_000

export function useBoard(asked: Asked, now: Instant) {
  const read = useEndpoint('GET /api/dispatch', { query: asked }, { refetchMs: LOOK_EVERY_MS })
  const { data } = read
  const shared = useEndpoint('GET /api/crews-whereabouts', {}, { refetchMs: LOOK_EVERY_MS }).data
  const movers = useMemo(
    () => (data !== undefined && shared !== undefined && isOfToday(data, now) ? shared.crews : NOBODY),
    [data, shared, now],
  )
  const visits = useMemo(() => {
    const arrivals = new Map(movers.map(({ visitId, arrivesUntil }) => [visitId, arrivesUntil]))
    return data?.visits.map((visit) => toVisit(visit, arrivals.get(visit.id))) ?? []
  }, [data, movers])
  const board = useMemo(
    () => (data === undefined ? undefined : shownBoard(data, visits, movers, now)),
    [data, visits, movers, now],
  )
  return { read, board }
}

const NOBODY: readonly Mover[] = []

function isOfToday({ from, to, timeZone }: Data, now: Instant): boolean {
  const today = dateAt(now, timeZone)
  return from <= today && today <= to
}

function shownBoard(
  data: Data,
  visits: readonly Visit[],
  movers: readonly Mover[],
  now: Instant,
): ShownBoard {
  const crews: readonly Crew[] = data.crews
  const { timeZone: zone, today, from, to, isCut } = data
  return { ...boardOf({ crews, visits, zone }, now), movers, zone, today, from, to, isCut }
}

function toVisit(visit: Data['visits'][number], arrivesAt: Mover['arrivesUntil'] = null): Visit {
  const { startsAt, endsAt, minutes, timeZone, lat, lng, ...rest } = visit
  const at = (text: string | null) => (text === null ? null : readInstant(text))
  return {
    ...rest,
    zone: timeZone,
    place: { lat, lng },
    opensAt: readInstant(startsAt),
    closesAt: readInstant(endsAt),
    serviceMinutes: minutes,
    expectedAt: at(visit.expectedAt),
    arrivesAt: at(arrivesAt),
    startedAt: at(visit.startedAt),
    completedAt: at(visit.completedAt),
  }
}

export type Move = {
  readonly visitId: VisitId
  readonly fromCrewId: UserId | null
  readonly toCrewId: UserId | null
  readonly beforeVisitId: VisitId | null
}

/** The board shows the move before the server has it; whoever was faster is said in a sentence, and the truth is read. */
export function useMove(asked: Asked, board: ShownBoard) {
  const { dispatch: texts } = useText()
  const client = useQueryClient()
  const act = useAction('POST /api/dispatch-visit', {
    refreshes: ['GET /api/dispatch', 'GET /api/unassigned-visits', 'GET /api/operator-visit'],
  })
  const key = endpointQuery('GET /api/dispatch', { query: asked }).queryKey
  const send = (move: Move, undo: Move | null) => {
    client.setQueryData<Data>(key, (data) => (data === undefined ? data : moveIn(data, move)))
    const name = board.crews.find(({ id }) => id === move.toCrewId)?.name
    act.mutate(
      { body: move },
      {
        onSuccess: ({ handing }) =>
          showToast(texts.handed[handing](name ?? ''), undo === null ? {} : { undo: () => send(undo, null) }),
        onError: (error) => {
          showToast(error.message, { tone: 'danger' })
          void client.invalidateQueries({ queryKey: key })
        },
      },
    )
  }
  return (move: Move) => {
    const visit = board.visits.get(move.visitId)
    if (visit === undefined) return
    const row = visit.crewId === null ? [] : board.row(visit.crewId, visit.date)
    const next = row[row.findIndex(({ id }) => id === visit.id) + 1]
    send(move, {
      visitId: visit.id,
      fromCrewId: move.toCrewId,
      toCrewId: visit.crewId,
      beforeVisitId: next?.id ?? null,
    })
  }
}

/** As the server will answer: the lane counted anew from one. */
function moveIn(data: Data, { visitId, toCrewId, beforeVisitId }: Move): Data {
  const moved = data.visits.find(({ id }) => id === visitId)
  if (moved === undefined) return data
  const given = { ...moved, crewId: toCrewId, position: 0 }
  if (toCrewId === null)
    return { ...data, visits: data.visits.map((visit) => (visit === moved ? given : visit)) }
  const laneVisits = data.visits.filter(({ id }) => id !== visitId).map((visit) => toVisit(visit))
  const lane = boardOf(
    { crews: [], visits: laneVisits, zone: data.timeZone },
    readInstant(moved.startsAt),
  ).row(toCrewId, moved.date)
  const found = lane.findIndex(({ id }) => id === beforeVisitId)
  const order = lane.map(({ id }) => id).toSpliced(found === -1 ? lane.length : found, 0, visitId)
  const place = new Map(order.map((id, index) => [id, index + 1]))
  return {
    ...data,
    visits: data.visits.map((visit) =>
      place.has(visit.id) ? { ...(visit === moved ? given : visit), position: place.get(visit.id)! } : visit,
    ),
  }
}
