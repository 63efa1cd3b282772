import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

type Passed = NonNullable<Reply<'GET /api/complex-night'>['buildings'][number]['passed']>

/** `Code passed by Kayla at 8:12 PM · typed · 40 ft from the complex` */
export function usePassText(timeZone: string) {
  const texts = useText().complexes.points
  const format = useFormat()
  return ({ at, crewFirstName, isTyped, distanceFeet }: Passed) =>
    [
      texts.passed(crewFirstName, format.time(at, timeZone)),
      isTyped && texts.typed,
      distanceFeet !== null && texts.away(format.distance(distanceFeet)),
    ]
      .filter((part) => typeof part === 'string')
      .join(' · ')
}
