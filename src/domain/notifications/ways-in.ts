/** Messages with a code or a link that lets whoever has it in, by the first word of their key: none is sent twice. */
const WAYS_IN: ReadonlySet<string> = new Set([
  'code',
  'sign_in',
  'reset_password',
  'change_email',
  'assignments',
  'invite_staff',
  'declined',
  'door_link',
])

export function isWayIn(kind: string): boolean {
  return WAYS_IN.has(kind)
}
