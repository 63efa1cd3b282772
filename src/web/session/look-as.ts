/** The tab begins to show what somebody else sees, and ends it. Apart from `api.ts`, which everybody downloads. */
import { fieldsIn, parseJson, textOf } from '#contract/outside.ts'

/** The look itself, as `api.ts` reads it. */
const LOOK = 'crew_seeing'
const ABOUT = 'crew_seeing_about'

/** As whom, until when, and where to go back to. */
type Look = { readonly name: string; readonly until: string; readonly back: string }

export function lookAs({ id, ...look }: Look & { readonly id: string }): void {
  sessionStorage.setItem(ABOUT, JSON.stringify(look))
  sessionStorage.setItem(LOOK, id)
  window.location.assign('/')
}

/** What is unreadable has ended. */
export function currentLook(): Look {
  const { name, until, back } = fieldsIn(parseJson(sessionStorage.getItem(ABOUT) ?? ''))
  return { name: textOf(name) ?? '', until: textOf(until) ?? '', back: textOf(back) ?? '/' }
}

export function stopLooking(): void {
  const { back } = currentLook()
  sessionStorage.removeItem(LOOK)
  sessionStorage.removeItem(ABOUT)
  window.location.assign(back)
}
