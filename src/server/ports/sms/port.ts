/** A text message to one phone (`+13035551234`). Sending the same `key` again sends nothing. */
export type TextMessage = {
  readonly key: string
  readonly to: string
  readonly text: string
  readonly userId: string | null
}

export type Texter = { send(message: TextMessage): Promise<void> }
