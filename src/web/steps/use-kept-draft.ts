/**
 * The answers of a form in steps: `const draft = useKeptDraft(FORM, empty)` is a draft that a reload, another tab and a
 * sign-in in between do not empty. They belong to the account, to the device while nobody is signed in. `finish()` once
 * the form was sent or left. What must not be kept (a password) goes into a draft of its own.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isSignedIn } from '#web/session/cookies.ts'
import { useUser } from '#web/session/user.ts'
import type { Draft } from '#web/ui/forms/draft.ts'
import {
  DEVICE,
  type FormName,
  findAnswers,
  forgetAnswers,
  keepAnswers,
  type Owner,
  storageKey,
} from './kept-answers.ts'

type Fields = Readonly<Record<string, unknown>>
/** Names under which no form may keep what is typed. */
type Secret = 'password' | 'newPassword' | 'card' | 'cardNumber' | 'cvc' | 'ssn' | 'taxId' | 'accountNumber'

export type KeptForm<Answers> = FormName & {
  /** Answers out of what an earlier page kept; a field that this page would not have written so begins anew. */
  readonly read: (kept: Fields, empty: Answers) => Answers
}

export type KeptDraft<Answers> = Omit<Draft<Answers>, 'isDirty'> & {
  /** Forgets all of it, here and in other tabs. */
  readonly finish: () => void
}

type State<Answers> = {
  readonly owner: Owner | null
  readonly answers: Answers
  /** Changed on this page, and so to be written. */
  readonly isChanged: boolean
}

export function useKeptDraft<Answers extends object>(
  form: KeptForm<Answers> & (keyof Answers & Secret extends never ? unknown : never),
  empty: Answers,
): KeptDraft<Answers> {
  const owner = useOwner()
  const [state, setState] = useState(() => load(form, owner, empty))
  if (owner !== state.owner) {
    const next = afterOwner(form, state, owner, empty)
    if (next !== state) setState(next)
  }
  const { answers, isChanged } = state
  useEffect(() => {
    if (isChanged && state.owner !== null) keepAnswers(form, state.owner, answers, Date.now())
  }, [form, state.owner, answers, isChanged])
  useOtherTabs(form, state.owner, () => setState(load(form, state.owner, empty)))
  const set = (change: Partial<Answers>) =>
    setState((current) => ({ ...current, answers: { ...current.answers, ...change }, isChanged: true }))
  return {
    values: answers,
    set,
    reset: (next = empty) => setState((current) => ({ ...current, answers: next, isChanged: true })),
    field: (key) => ({
      name: key,
      value: answers[key],
      onChange: (value) =>
        setState((current) => ({
          ...current,
          answers: { ...current.answers, [key]: value },
          isChanged: true,
        })),
    }),
    finish: () => {
      forgetAnswers(form, state.owner)
      setState((current) => ({ ...current, answers: empty, isChanged: false }))
    },
  }
}

function load<Answers>(form: KeptForm<Answers>, owner: Owner | null, empty: Answers): State<Answers> {
  const kept = owner === null ? undefined : findAnswers(form, owner, Date.now())
  if (kept === undefined) return { owner, answers: empty, isChanged: false }
  return {
    owner,
    answers: form.read(kept.answers, empty),
    // What was typed before the sign-in is the account's from now on.
    isChanged: kept.isOfDevice && owner !== DEVICE,
  }
}

/** Somebody signed in, or a session ended, while the form is open. */
function afterOwner<Answers>(
  form: KeptForm<Answers>,
  state: State<Answers>,
  owner: Owner | null,
  empty: Answers,
): State<Answers> {
  // Whose session ran out goes on where they are; the device, where others come, learns nothing of it.
  const isLeft = state.owner !== null && (owner === null || owner === DEVICE)
  if (isLeft) return state
  const isSamePerson = state.owner === null || state.owner === DEVICE
  return isSamePerson && state.isChanged ? { ...state, owner } : load(form, owner, empty)
}

/** Null while it is not known whose page this is. */
function useOwner(): Owner | null {
  const user = useUser()
  // The first drawing of a page that the build drew knows nothing of this browser.
  const isBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  if (!isBrowser) return null
  if (user !== undefined) return user.id ?? null
  return isSignedIn() ? null : DEVICE
}

function useOtherTabs(form: FormName, owner: Owner | null, onChange: () => void): void {
  useEffect(() => {
    if (owner === null) return
    const listen = (event: StorageEvent) => {
      if (event.key === storageKey(form, owner) || event.key === null) onChange()
    }
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  })
}
