/** Calendars that hosts name: whatever stands at an address of theirs, read politely and never trusted. */
import type { FeedFault } from '#domain/stays/calendar.ts'

type FeedRequest = {
  readonly url: string
  /** What it said of itself at the last reading, so that the same is not sent again. */
  readonly etag: string | null
  readonly lastModified: string | null
}

export type FeedAnswer =
  | { readonly state: 'same' }
  | {
      readonly state: 'read'
      readonly body: Buffer
      readonly etag: string | null
      readonly lastModified: string | null
    }
  | {
      readonly state: 'failed'
      readonly fault: FeedFault
      /** How long its server asks to be left alone. */
      readonly retryAfterSeconds: number | null
    }

/** Never throws for what stands at the other side, and never names the address in what it says. */
export type FeedReader = { readonly read: (request: FeedRequest) => Promise<FeedAnswer> }
