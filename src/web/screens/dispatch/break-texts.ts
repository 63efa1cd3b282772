/** What a dispatcher reads and hears of a visit in the hand. */
import { type Break, isForbiddenBreak } from '#domain/dispatch/placement.ts'
import { formatFeet } from '#domain/geo.ts'
import { cents } from '#domain/money.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import type { Held } from './drag.ts'

export function useBreakText(): (broken: Break) => string {
  const { dispatch: texts } = useText()
  const format = useFormat()
  return ({ kind, by }) => {
    if (kind === 'range') return texts.breaks.range(formatFeet(by))
    if (kind === 'hours') return texts.breaks.hours(format.minutes(by))
    if (kind === 'window') return texts.breaks.window(format.minutes(by))
    if (kind === 'others_late') return texts.breaks.others_late(by)
    return texts.breaks[kind]
  }
}

export function useBreakTexts(zone: string) {
  const { dispatch: texts } = useText()
  const format = useFormat()
  const breakText = useBreakText()
  return ({ visit, target, placement }: Held) => {
    if (target === null) return { where: texts.nowhere, breaks: [], adds: '' }
    if (target === 'tray' || placement === null) return { where: texts.overTray, breaks: [], adds: '' }
    const own = placement.lane.stops.find(({ id }) => id === visit.id)
    const { stops } = placement.lane
    return {
      where: texts.overLane({
        crew: target.crew.name,
        place: target.at + 1,
        of: stops.length,
        time: own === undefined ? '' : format.time(own.beginsAt, zone),
      }),
      breaks: placement.breaks.map((broken) => ({
        kind: broken.kind,
        text: breakText(broken),
        isForbidden: isForbiddenBreak(broken.kind),
      })),
      adds: [
        signed(placement.extraFeet, formatFeet),
        signed(placement.extraSeconds, (seconds) => texts.driving(format.minutes(Math.round(seconds / 60)))),
        signed(placement.extraPayCents, (amount) => format.money(cents(amount))),
      ].join(' · '),
    }
  }
}

function signed(value: number, write: (value: number) => string): string {
  return `${value < 0 ? '−' : '+'}${write(Math.abs(value))}`
}
