/** What is said of a crew that shares where it is: where it drives, when it is there, and of when that is. */
import { readInstant } from '#web/text/format.ts'
import type { BoardTexts } from './board-texts.ts'
import type { Mover } from './use-board.ts'

export function moverSays(mover: Mover, { texts, format }: BoardTexts): string[] {
  const { arrivesFrom, arrivesUntil, measuredAt, timeZone, propertyName } = mover
  const clock = (at: string) => format.time(readInstant(at), timeZone)
  return [
    texts.map.to(propertyName),
    ...(arrivesFrom === null || arrivesUntil === null
      ? []
      : [texts.map.arrives(clock(arrivesFrom), clock(arrivesUntil))]),
    texts.map.seen(clock(measuredAt)),
  ]
}
