/**
 * A calendar is somebody's file: within its bounds one that is made to be slow takes a second of a processor. It is read
 * in a thread with an end and little memory, so that no call waits for it, and a bomb ends that thread only.
 */
import { ThreadFailed, Threads } from '../threads/ask-threads.ts'
import type { Place, ReadCalendar } from './read-calendar.ts'

export type CalendarQuestion = { readonly body: Uint8Array; readonly place: Place }

type ReadApart = (body: Uint8Array, place: Place) => Promise<ReadCalendar>

/** Several times what the slowest that is known takes. */
const LONGEST_MS = 10_000
const MOST_MEMORY_MB = 256

/** Throws for what is a fault of ours; a file that takes too much is one that holds too much. */
export function createCalendarReader({
  script = new URL('./run-calendar-thread.ts', import.meta.url),
  longestMs = LONGEST_MS,
} = {}): ReadApart {
  const memory = { maxOldGenerationSizeMb: MOST_MEMORY_MB }
  const threads = new Threads<CalendarQuestion, ReadCalendar>({ count: 1, script, longestMs, memory })
  return async (body, place) => {
    try {
      return await threads.ask({ body, place })
    } catch (error) {
      if (error instanceof ThreadFailed && error.why === 'lost') return { fault: 'too_many_events' }
      throw error
    }
  }
}

/** One for the process: its thread starts when the first calendar comes and ends with it. */
let reader: ReadApart | undefined

export function readApart(body: Uint8Array, place: Place): Promise<ReadCalendar> {
  reader ??= createCalendarReader()
  return reader(body, place)
}
