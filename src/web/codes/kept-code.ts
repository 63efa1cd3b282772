/**
 * The code that this page asked for, kept for as long as it works: a phone may end the page while its owner reads the
 * text, and the page that comes back asks for the code again, not for the number.
 */
import { useState } from 'react'
import { fieldsIn, parseJson } from '#contract/outside.ts'
import { MINUTE_MS } from '#domain/time.ts'

export type KeptCode = {
  readonly channel: 'phone' | 'email'
  /** As it was typed. */
  readonly to: string
  readonly token: string
  readonly sentAt: number
  /** The code was right, and the phone has no account yet. */
  readonly isProven: boolean
}

const STORED_AS = 'crew_code'
const KEPT_MS = 10 * MINUTE_MS
const PROVEN_MS = 30 * MINUTE_MS

export function useKeptCode(): [KeptCode | null, (next: KeptCode | null) => void] {
  const [code, setCode] = useState(stored)
  const keep = (next: KeptCode | null) => {
    setCode(next)
    try {
      if (next === null) sessionStorage.removeItem(STORED_AS)
      else sessionStorage.setItem(STORED_AS, JSON.stringify(next))
    } catch {
      return
    }
  }
  return [code, keep]
}

function stored(): KeptCode | null {
  try {
    const kept = fieldsIn(parseJson(sessionStorage.getItem(STORED_AS) ?? ''))
    const { channel, to, token, sentAt, isProven } = kept
    const isChannel = channel === 'phone' || channel === 'email'
    if (!isChannel || typeof to !== 'string' || typeof token !== 'string' || typeof sentAt !== 'number')
      return null
    const isOver = sentAt + (isProven === true ? PROVEN_MS : KEPT_MS) < Date.now()
    return isOver ? null : { channel, to, token, sentAt, isProven: isProven === true }
  } catch {
    return null
  }
}
