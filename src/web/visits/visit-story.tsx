/** The timeline of a visit in the words of whoever reads it. */

import { type Reply, useEndpoint } from '#web/api.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/lists/timeline.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Story = Reply<'GET /api/visit-timeline'>
type Entry = Story['entries'][number]
export type StoryReader = 'customer' | 'crew' | 'operator'

const GOOD = new Set(['complete', 'accept_late_completion', 'extra_approved', 'access_solved'])
const WARN = new Set(['miss', 'cancel', 'running_late', 'access_reported', 'cannot_access', 'leave_unsafe'])

export function VisitStory({ visitId, reader }: { visitId: string; reader: StoryReader }) {
  const { timeline } = useText().today
  const format = useFormat()
  const toEntry = useEntryText(reader)
  const story = useEndpoint('GET /api/visit-timeline', { query: { id: visitId } }, { refetchMs: 30_000 })
  if (story.isPending) return <SkeletonCard rows={3} />
  if (!story.data || story.data.entries.length === 0) return null
  const { entries, timeZone } = story.data
  return (
    <Card title={timeline.title}>
      <Timeline
        label={timeline.title}
        entries={entries.map((entry, index) => toEntry(entry, `${index}${entry.what}`, format, timeZone))}
      />
    </Card>
  )
}

function useEntryText(reader: StoryReader) {
  const { today } = useText()
  const texts = today.timeline
  const steps = {
    customer: texts.customerView,
    crew: texts.crewView,
    operator: texts.operatorView,
  }[reader]
  return (entry: Entry, key: string, format: Format, zone: string): TimelineEntry => {
    const who = entry.isMe ? texts.you : (entry.byName ?? texts[entry.by])
    const details = [
      entry.note,
      entry.amountCents === null ? null : format.money(entry.amountCents),
      entry.expectedAt === null ? null : texts.expected(format.time(entry.expectedAt, zone)),
    ].filter((detail) => detail !== null)
    return {
      key,
      title: textFor(steps, entry.what) ?? texts.more,
      at: entry.at,
      when: texts.by(who, format.dateTime(entry.at, zone)),
      detail: details.length === 0 ? undefined : details.join(' · '),
      note: entry.receivedAt === null ? undefined : texts.receivedLater(format.time(entry.receivedAt, zone)),
      tone: GOOD.has(entry.what) ? 'good' : WARN.has(entry.what) ? 'warn' : 'plain',
    }
  }
}
