/** What the shell does when a call fails: signs out when the session is over, asks for the password again. */
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, type CallKey, call } from '#web/api.ts'
import { currentText } from '#web/text/store.ts'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { guardPath } from './access.ts'
import { clearCookie, isSignedIn, SIGNED_IN_COOKIE } from './cookies.ts'
import { markKept } from './kept-mark.ts'
import { forgetPerson, type User, userQuery } from './user.ts'

type Failures = {
  client: QueryClient
  /** Where the page is now. */
  here: () => { pathname: string; search: string; hash: string }
  goTo: (path: string) => void
}

/** Answers true when the call is worth repeating. */
export function failureListener(page: Failures) {
  return async (error: ApiError, key: CallKey): Promise<boolean> => {
    if (error.code === 'password_needed' && key !== 'POST /api/confirm-password')
      return await askPassword(page.client)
    if (error.code === 'sign_in_needed' && isSignedIn()) endSession(page)
    return false
  }
}

function endSession({ client, here, goTo }: Failures): void {
  clearCookie(SIGNED_IN_COOKIE)
  markKept(false)
  forgetPerson(client)
  const elsewhere = guardPath(here(), false)
  if (!elsewhere) return
  showToast(currentText().shell.sessionEnded, { tone: 'info' })
  goTo(elsewhere)
}

/**
 * Money and credentials ask for the password again after 15 minutes (threats, sessions). Who has none, or does not know
 * it, signs in by a mailed link in this browser instead: that session is a fresh one.
 */
async function askPassword(client: QueryClient): Promise<boolean> {
  const { shell, session } = currentText()
  const texts = shell.passwordAgain
  const email = client.getQueryData<User>(userQuery().queryKey)?.email
  let isMailed = false
  const mailLink = async (to: string) => {
    try {
      await call('POST /api/request-sign-in-link', { body: { email: to } })
      isMailed = true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showToast(error.message, { tone: 'danger' })
    }
    return isMailed
  }
  const values = await openPrompt({
    title: texts.title,
    body: texts.body,
    inputs: [{ name: 'password', label: session.password, kind: 'password' }],
    submitLabel: texts.submit,
    onSubmit: (given) => call('POST /api/confirm-password', { body: { password: given.password ?? '' } }),
    ...(email === undefined ? {} : { otherWay: { label: texts.byLink, onChoose: () => mailLink(email) } }),
  })
  if (values !== undefined) return true
  if (!isMailed || email === undefined) return false
  return confirmPrompt({
    title: texts.mailed.title,
    body: texts.mailed.body(email),
    submitLabel: texts.submit,
  })
}
