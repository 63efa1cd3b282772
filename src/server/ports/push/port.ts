/** A notification to one device's push subscription. Sending the same `key` again sends nothing. */
import type { UserId } from '#domain/ids.ts'
export type PushMessage = {
  readonly key: string
  readonly subscription: string
  readonly title: string
  readonly text: string
  readonly url: string
  readonly userId: UserId | null
}

export type Pusher = { send(message: PushMessage): Promise<void> }
