/** On every page while an operator looks as somebody else: as whom, for how long yet, and the way back. */
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#domain/time.ts'
import { currentLook, stopLooking } from '#web/session/look-as.ts'
import { operatorShell as english } from '#web/text/operator-en/shell.ts'
import { operatorShell as spanish } from '#web/text/operator-es/shell.ts'
import { useLanguage } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { useNow } from '#web/ui/now.ts'

const SECOND_MS = 1_000

export function SeeingBanner() {
  const { seeing: texts } = { en: english, es: spanish }[useLanguage()]
  const [{ name, until }] = useState(currentLook)
  const leftMs = (Date.parse(until) || 0) - useNow(SECOND_MS)
  useEffect(() => {
    if (leftMs <= 0) stopLooking()
  }, [leftMs])
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warn-soft px-4 py-1.5 text-sm font-bold text-warn">
      <span>{texts.as(name, Math.max(1, Math.ceil(leftMs / MINUTE_MS)))}</span>
      <Button onClick={stopLooking}>{texts.stop}</Button>
    </output>
  )
}
