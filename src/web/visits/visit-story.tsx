/** The timeline of a visit in the words of whoever reads it. */

import { type Reply, useEndpoint } from '#web/api.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { wordFor } from '#web/text/names.ts'
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
  const toEntry = useEntryWords(reader)
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

function useEntryWords(reader: StoryReader) {
  const { today } = useText()
  const words = today.timeline
  const steps = {
    customer: words.customerView,
    crew: words.crewView,
    operator: words.operatorView,
  }[reader]
  return (entry: Entry, key: string, format: Format, zone: string): TimelineEntry => {
    const who = entry.isMe ? words.you : (entry.byName ?? words[entry.by])
    const details = [
      entry.note,
      entry.amountCents === null ? null : format.money(entry.amountCents),
      entry.expectedAt === null ? null : words.expected(format.time(entry.expectedAt, zone)),
    ].filter((detail) => detail !== null)
    return {
      key,
      title: wordFor(steps, entry.what) ?? words.more,
      at: entry.at,
      when: words.by(who, format.dateTime(entry.at, zone)),
      detail: details.length === 0 ? undefined : details.join(' · '),
      note: entry.receivedAt === null ? undefined : words.heard(format.time(entry.receivedAt, zone)),
      tone: GOOD.has(entry.what) ? 'good' : WARN.has(entry.what) ? 'warn' : 'plain',
    }
  }
}
