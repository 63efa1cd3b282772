/** Messages with a code or a link that lets whoever has it in, by the first word of their key: none is sent twice. */
const WAYS_IN: ReadonlySet<string> = new Set([
  'code',
  'sign_in',
  'reset_password',
  'change_email',
  'my_assignments',
  'invite_staff',
  'invite_helper',
  'ask_report_address',
  'declined',
  'door_link',
])

/** Addresses that let in whoever opens them, whatever the message is called that has one. */
const LETS_IN =
  /\/(?:my-assignments|authenticate|update-billing)\?token=|\/reset-password\/|\/go\/(?:staff|share)-/

export function isWayIn({ kind, body }: { readonly kind: string; readonly body: string }): boolean {
  return WAYS_IN.has(kind) || LETS_IN.test(body)
}
