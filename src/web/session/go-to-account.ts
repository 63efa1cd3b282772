/** The whole browser begins to work on other places: everything that was read belongs to those before. */
import type { ShareId } from '#domain/ids.ts'
import { call } from '#web/api.ts'
import { linkTo } from '#web/urls.ts'
import { markKept } from './kept-mark.ts'

export const HELPING_MARK = 'crew_helping'

/** `null`: one's own. A page is loaded anew, so that nothing of the one account shows in the other. */
export async function goToAccount(shareId: ShareId | null, to: string = linkTo('home')): Promise<void> {
  await call('POST /api/use-account', { body: { shareId } })
  markHelping(shareId)
  window.location.assign(to)
}

/** The owner ended the access: what is shown is gone, and one's own is said to be one's own. */
export async function leaveEndedAccount(): Promise<void> {
  await goToAccount(null, linkTo('people', {}, { ended: true }))
}

/** Known before the user is: of somebody else's places nothing is kept here. */
export function isHelping(): boolean {
  try {
    return localStorage.getItem(HELPING_MARK) !== null
  } catch {
    return false
  }
}

/** The other tabs hear of it and begin anew. Answers whether it is news. */
export function markHelping(shareId: string | null): boolean {
  try {
    if (localStorage.getItem(HELPING_MARK) === shareId) return false
    if (shareId === null) localStorage.removeItem(HELPING_MARK)
    else localStorage.setItem(HELPING_MARK, shareId)
  } catch {
    return false
  }
  markKept(false)
  return true
}
