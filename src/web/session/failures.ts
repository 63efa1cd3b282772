/** What the shell does when a call fails: signs out when the session is over, asks for the password again. */
import type { QueryClient } from '@tanstack/react-query'
import { type ApiError, type CallKey, call } from '#web/api.ts'
import { currentText } from '#web/text/store.ts'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { guardPath } from './access.ts'
import { clearCookie, isSignedIn, SIGNED_IN_COOKIE } from './cookies.ts'
import { forgetPerson } from './user.ts'

type Failures = {
  client: QueryClient
  /** Where the page is now. */
  here: () => { pathname: string; search: string; hash: string }
  goTo: (path: string) => void
}

/** Answers true when the call is worth repeating. */
export function failureListener(page: Failures) {
  return async (error: ApiError, key: CallKey): Promise<boolean> => {
    if (error.code === 'password_needed' && key !== 'POST /api/confirm-password') return await askPassword()
    if (error.code === 'sign_in_needed' && isSignedIn()) endSession(page)
    return false
  }
}

function endSession({ client, here, goTo }: Failures): void {
  clearCookie(SIGNED_IN_COOKIE)
  forgetPerson(client)
  const elsewhere = guardPath(here(), false)
  if (!elsewhere) return
  showToast(currentText().shell.sessionEnded, { tone: 'info' })
  goTo(elsewhere)
}

/** Money and credentials ask for the password again after 15 minutes (threats, sessions). */
async function askPassword(): Promise<boolean> {
  const { shell, session } = currentText()
  const values = await openPrompt({
    title: shell.passwordAgain.title,
    body: shell.passwordAgain.body,
    inputs: [{ name: 'password', label: session.password, kind: 'password' }],
    submitLabel: shell.passwordAgain.submit,
    onSubmit: (given) => call('POST /api/confirm-password', { body: { password: given.password ?? '' } }),
  })
  return values !== undefined
}
