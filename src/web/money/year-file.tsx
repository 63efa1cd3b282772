/**
 * A year as a table for a spreadsheet: pressed, it is written in the background, and comes down by itself as soon as it
 * is there. `<YearFile kind="payments" year={2026} label={text…}>CSV 2026</YearFile>`
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { UserId } from '#domain/ids.ts'
import { addressOf, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button, type Tone } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { sentenceOf } from '#web/errors/sentence-of.ts'

type YearFileProps = {
  kind: 'payments' | 'earnings'
  year: number
  /** Of an account that was merged into one's own. */
  account?: UserId | undefined
  tone?: Tone
  label?: string
  children: ReactNode
}

const ASK_AGAIN_MS = 1_000
const LONGEST_MS = 5 * 60_000

export function YearFile({ kind, year, account, tone = 'quiet', label, children }: YearFileProps) {
  const { yearWriting, yearLate } = useText().money
  const payments = useAction('POST /api/write-payments-csv')
  const earnings = useAction('POST /api/write-earnings-csv')
  const [isWaiting, setIsWaiting] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const ofCrew = { year, ...(account === undefined ? {} : { account }) }
  const ask = () =>
    kind === 'payments' ? payments.mutateAsync({ body: { year } }) : earnings.mutateAsync({ body: ofCrew })
  const address =
    kind === 'payments'
      ? addressOf('GET /api/payments-csv', { year })
      : addressOf('GET /api/earnings-csv', ofCrew)
  const isThere = async () => {
    for (let waitedMs = 0; waitedMs < LONGEST_MS && !isGone.current; waitedMs += ASK_AGAIN_MS) {
      if ((await ask()).isReady) return true
      if (waitedMs === 0) showToast(yearWriting, { tone: 'info' })
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    }
    return false
  }
  const fetchFile = async () => {
    setIsWaiting(true)
    try {
      const isWritten = await isThere()
      if (isGone.current) return
      if (isWritten) download(address)
      else showToast(yearLate, { tone: 'danger' })
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    } finally {
      setIsWaiting(false)
    }
  }
  return (
    <Button tone={tone} isBusy={isWaiting} aria-label={label} onClick={() => void fetchFile()}>
      {children}
    </Button>
  )
}

function download(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
