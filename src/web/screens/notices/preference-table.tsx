/** A table of ticks that fits a thumb: every tick is saved at once and is its own way back. */
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNELS, type Channel } from '#domain/notifications/rules.ts'
import { call, endpointQuery, type Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

type Events = Reply<'GET /api/notification-preferences'>['events']
type Event = Events[number]

export function PreferenceTable({ events: saved }: { events: Events }) {
  const { notices } = useText()
  const texts = notices.preferences
  const { events, change } = useTicks(saved)
  const hasFixed = events.some(({ channels }) => channels.some(({ isFixed }) => isFixed))
  return (
    <Card title={texts.what} isFlush>
      <table className="w-full table-fixed crowded:block">
        <thead className="crowded:sr-only">
          <tr className="text-xs text-muted">
            <th scope="col" className="w-[38%] py-2 pl-4 text-left font-medium sm:pl-5">
              {texts.event}
            </th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col" className="px-0.5 py-2 text-center font-medium break-words">
                {notices.channels[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="crowded:block divide-y divide-line border-y border-line">
          {events.map((event) => (
            <EventRow key={event.event} event={event} onChange={change} />
          ))}
        </tbody>
      </table>
      <div className="grid gap-1 p-4 text-sm text-muted sm:px-5">
        {hasFixed && <p>{texts.always}</p>}
        <p>{texts.security}</p>
      </div>
    </Card>
  )
}

type Tick = { readonly event: Event['event']; readonly channel: Channel; readonly isOn: boolean }
type Change = (tick: Tick) => void

function EventRow({ event, onChange }: { event: Event; onChange: Change }) {
  const { notices } = useText()
  const name = notices.events[event.event]
  return (
    <tr className="crowded:flex crowded:flex-wrap crowded:gap-x-4 crowded:px-4">
      <th
        scope="row"
        className="py-1 pl-4 crowded:w-full crowded:pl-0 text-left text-sm font-medium break-words sm:pl-5 sm:text-base"
      >
        {name}
      </th>
      {event.channels.map(({ channel, isOn, isFixed }) => (
        <td key={channel} className="text-center">
          <label className="inline-flex size-11 items-center justify-center crowded:w-auto crowded:gap-2">
            <input
              type="checkbox"
              className="size-5 accent-accent"
              checked={isOn}
              disabled={isFixed}
              aria-label={`${name}: ${notices.channels[channel]}`}
              onChange={({ target }) => onChange({ event: event.event, channel, isOn: target.checked })}
            />
            <span className="hidden crowded:inline">{notices.channels[channel]}</span>
          </label>
        </td>
      ))}
    </tr>
  )
}

/** What was ticked shows at once, until the server has it; where it cannot be saved, the page says so. */
function useTicks(saved: Events): { events: Events; change: Change } {
  const { notices } = useText()
  const client = useQueryClient()
  const [ticks, setTicks] = useState<readonly Tick[]>([])
  const { queryKey } = endpointQuery('GET /api/notification-preferences')
  const change: Change = (tick) => {
    setTicks((others) => [...others, tick])
    call('POST /api/save-notification-preferences', { body: { preferences: [tick] } })
      .then(async () => {
        // A read that is on its way may not know of it yet.
        await client.cancelQueries({ queryKey })
        client.setQueryData<Reply<'GET /api/notification-preferences'>>(
          queryKey,
          (shown) => shown && { ...shown, events: withTick(shown.events, tick) },
        )
      })
      .catch(() => showToast(notices.preferences.notSaved, { tone: 'danger' }))
      // After what the line above says of the query: sooner, the old tick would show for a moment.
      .finally(() => notifyManager.schedule(() => setTicks((all) => all.filter((each) => each !== tick))))
  }
  return { events: ticks.reduce(withTick, saved), change }
}

function withTick(events: Events, { event, channel, isOn }: Tick): Events {
  return events.map((row) =>
    row.event === event
      ? {
          ...row,
          channels: row.channels.map((each) => (each.channel === channel ? { ...each, isOn } : each)),
        }
      : row,
  )
}
