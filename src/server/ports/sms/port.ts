/** A text message to one phone (`+13035551234`). Sending the same `key` again sends nothing. */
import type { UserId } from '#domain/ids.ts'
export type TextMessage = {
  readonly key: string
  readonly to: string
  readonly text: string
  readonly userId: UserId | null
}

/** What somebody answered to one of our texts. */
export type TextAnswer = {
  /** The provider's own id of it: the same one delivered again is known by it. */
  readonly id: string
  readonly from: string
  readonly text: string
}

/** A webhook as it came in: a form, and the provider's signature of it. */
export type TextWebhook = { readonly body: string; readonly signature: string }

export type Texter = {
  send(message: TextMessage): Promise<void>
  /** Null unless it is signed for us. */
  readAnswer(webhook: TextWebhook): TextAnswer | null
}
