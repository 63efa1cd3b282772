/**
 * Turns at the work when more calls come than can be answered at once. Few are worked on at the same time, so that each
 * is quick; the others wait for a moment, and one that would wait longer is refused at once rather than answered late.
 * What matters most (money, finished work) goes first and has room of its own. Next comes whoever has least in work: a
 * caller who sends a thousand calls waits behind its own.
 */
import { Refused } from '../refused.ts'

export type Limits = {
  readonly atOnce: number
  /** Of them, for calls that are not shed last. */
  readonly ordinaryAtOnce: number
  readonly atOnceOfOne: number
  readonly waiting: number
  readonly waitMs: number
  /** What takes longer waits for somebody else, and keeps nobody's turn. */
  readonly turnMs: number
  /** With those that are past their turn. */
  readonly unfinished: number
}

type Turns = {
  /** Waits for its turn and answers how to end it; refuses with 503 where it would wait too long. */
  take(caller: string, isShedLast: boolean): Promise<() => void>
}

type Waiting = {
  readonly caller: string
  readonly isShedLast: boolean
  readonly begin: (end: () => void) => void
  readonly refuse: () => void
}

/**
 * Two calls in work for each connection of the pool keep it busy. A phone asks for eight things at once when it opens.
 * What waited so long and is then worked on among so few others is answered within half a second, also where the machine
 * is full (decision 47).
 */
const LIMITS: Limits = {
  atOnce: 24,
  ordinaryAtOnce: 20,
  atOnceOfOne: 8,
  waiting: 300,
  waitMs: 150,
  turnMs: 250,
  unfinished: 120,
}

export function giveTurns(limits: Limits = LIMITS): Turns {
  const waiting: Waiting[] = []
  const work = countWork(limits, () => beginNext())

  /** Negative where the first goes before the second; who came earlier stands earlier. */
  const compare = (one: Waiting, other: Waiting) =>
    Number(other.isShedLast) - Number(one.isShedLast) || work.of(one.caller) - work.of(other.caller)

  const takeOut = (call: Waiting) => {
    const place = waiting.indexOf(call)
    if (place >= 0) waiting.splice(place, 1)
    return place >= 0
  }

  const beginNext = () => {
    for (;;) {
      const able = waiting.filter((call) => work.hasRoomFor(call))
      const next = able.reduce<Waiting | undefined>(
        (best, each) => (best === undefined || compare(each, best) < 0 ? each : best),
        undefined,
      )
      if (next === undefined) return
      takeOut(next)
      next.begin(work.begin(next))
    }
  }

  /** The room is full: whoever would come last leaves it. */
  const refuseLast = () => {
    const last = waiting.reduce((worst, each) => (compare(each, worst) >= 0 ? each : worst))
    takeOut(last)
    last.refuse()
  }

  const take: Turns['take'] = (caller, isShedLast) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (takeOut(call)) call.refuse()
      }, limits.waitMs)
      const call: Waiting = {
        caller,
        isShedLast,
        begin: (end) => {
          clearTimeout(timer)
          resolve(end)
        },
        refuse: () => {
          clearTimeout(timer)
          reject(new Refused('unavailable'))
        },
      }
      waiting.push(call)
      beginNext()
      if (waiting.length > limits.waiting) refuseLast()
    })
  return { take }
}

/** What is in work, by its callers; says when there is room again. */
function countWork(limits: Limits, onRoom: () => void) {
  const byCaller = new Map<string, number>()
  const counts = { ordinary: 0, all: 0, unfinished: 0 }
  const of = (caller: string) => byCaller.get(caller) ?? 0

  const countTurn = ({ isShedLast }: Waiting, by: 1 | -1) => {
    counts.all += by
    if (!isShedLast) counts.ordinary += by
  }

  const countCall = ({ caller }: Waiting, by: 1 | -1) => {
    counts.unfinished += by
    const left = of(caller) + by
    if (left === 0) byCaller.delete(caller)
    else byCaller.set(caller, left)
  }

  const hasRoomFor = ({ caller, isShedLast }: Waiting) =>
    counts.all < limits.atOnce &&
    counts.unfinished < limits.unfinished &&
    (isShedLast || counts.ordinary < limits.ordinaryAtOnce) &&
    of(caller) < limits.atOnceOfOne

  /** Answers how to end it. */
  const begin = (call: Waiting): (() => void) => {
    countTurn(call, 1)
    countCall(call, 1)
    let isInTurn = true
    const endTurn = () => {
      if (isInTurn) countTurn(call, -1)
      isInTurn = false
    }
    const timer = setTimeout(() => {
      endTurn()
      onRoom()
    }, limits.turnMs)
    return () => {
      clearTimeout(timer)
      endTurn()
      countCall(call, -1)
      onRoom()
    }
  }
  return { of, hasRoomFor, begin }
}
