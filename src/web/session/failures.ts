/** What the shell does when a call fails: signs out when the session is over, asks for the password again. */
import type { QueryClient } from '@tanstack/react-query'
import type { ApiError, CallKey } from '#web/api.ts'
import { currentText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { guardPath } from './access.ts'
import { clearCookie, isSignedIn, SIGNED_IN_COOKIE } from './cookies.ts'
import { markKept } from './kept-mark.ts'
import { forgetPerson } from './user.ts'

type Failures = {
  client: QueryClient
  /** Where the page is now. */
  here: () => { pathname: string; search: string; hash: string }
  goTo: (path: string) => void
  /** Takes away what this device keeps of who was here. */
  forget: () => void
}

/** Answers true when the call is worth repeating. */
export function failureListener(page: Failures) {
  return async (error: ApiError, key: CallKey): Promise<boolean> => {
    if (error.code === 'password_needed' && key !== 'POST /api/confirm-password')
      return (await import('./ask-again.ts')).askAgain(page.client)
    if (error.code === 'second_factor_needed')
      return (await import('./ask-second-factor.ts')).askSecondFactor(page.goTo)
    if (error.code === 'share_ended') await (await import('./go-to-account.ts')).leaveEndedAccount()
    if (error.code === 'sign_in_needed' && isSignedIn()) endSession(page)
    return false
  }
}

function endSession({ client, here, goTo, forget }: Failures): void {
  clearCookie(SIGNED_IN_COOKIE)
  markKept(false)
  forget()
  forgetPerson(client)
  const elsewhere = guardPath(here(), false)
  if (!elsewhere) return
  showToast(currentText().shell.sessionEnded, { tone: 'info' })
  goTo(elsewhere)
}
