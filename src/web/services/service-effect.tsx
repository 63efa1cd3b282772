/** What a change of a service touches, before it is saved: how much work it is, and who is asked no more. */
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'

type Effect = Reply<'POST /api/preview-service'>

export function ServiceEffect({ effect }: { effect: Effect }) {
  const { effect: text } = useText().catalogue.services
  const format = useFormat()
  const change = (before: string, after: string) => (before === after ? after : `${before} → ${after}`)
  const lost = effect.lostCrews
  const more = effect.lostCrewCount - lost.length
  return (
    <Banner tone={effect.lostCrewCount > 0 || effect.crewsAfter === 0 ? 'warn' : 'info'}>
      <div className="grid gap-2">
        <Facts
          facts={[
            [text.jobs, format.count(effect.jobs)],
            [text.visits, format.count(effect.visits)],
            [text.hours, change(format.minutes(effect.minutesBefore), format.minutes(effect.minutesAfter))],
            [text.photos, change(String(effect.photosBefore), String(effect.photosAfter))],
            [text.crews, change(format.count(effect.crewsBefore), format.count(effect.crewsAfter))],
          ]}
        />
        {effect.crewsAfter === 0 && <p>{text.nobody}</p>}
        {lost.length > 0 && (
          <>
            <p>{text.lost}</p>
            <ul className="list-inside list-disc">
              {lost.map(({ id, name, city, weeklyStops, visits }) => (
                <li key={id}>{text.lostCrew({ name, city, weeklyStops, visits })}</li>
              ))}
              {more > 0 && <li>{text.more(more)}</li>}
            </ul>
          </>
        )}
      </div>
    </Banner>
  )
}
