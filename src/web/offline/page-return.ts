/** A page that the browser brings back as it was (back-forward cache) may be of somebody who has signed out since. */
import { guardPath } from '#web/session/access.ts'
import { isSignedIn } from '#web/session/cookies.ts'

type Leave = {
  here: () => { pathname: string; search: string }
  hasSession: () => boolean
  reload: () => void
}

/** Answers a function that stops it (threats W6). */
export function hideFromNextPerson({ here, hasSession, reload }: Leave = browser()): () => void {
  const wasSignedIn = hasSession()
  const onShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    if (hasSession() !== wasSignedIn || guardPath(here(), hasSession())) reload()
  }
  window.addEventListener('pageshow', onShow)
  return () => window.removeEventListener('pageshow', onShow)
}

function browser(): Leave {
  return { here: () => location, hasSession: isSignedIn, reload: () => location.reload() }
}
