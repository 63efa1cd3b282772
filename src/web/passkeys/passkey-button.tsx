/** Signing in by a passkey: by a button, and by what the browser offers in the field of the address. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { MINUTE_MS } from '#domain/time.ts'
import { rememberWay } from '#web/session/last-way.ts'
import { type Asking, fillsInPasskeys, signInWithPasskey } from '#web/session/passkey.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

/** What is asked is worth something for five minutes, and a page stays open for longer. */
const ASKED_AGAIN_MS = 4 * MINUTE_MS

type PasskeyButtonProps = { isFirst: boolean; onEntered: () => Promise<void> }

export function PasskeyButton({ isFirst, onEntered }: PasskeyButtonProps) {
  const { passkeys: texts } = useText().signIn
  const [isBusy, setIsBusy] = useState(false)
  const enter = useCallback(
    async (asking: Asking) => {
      if ((await signInWithPasskey(asking)) === null) return
      rememberWay('passkey')
      await onEntered()
    },
    [onEntered],
  )
  const filling = useFilling(enter)
  const press = async () => {
    filling.stop()
    setIsBusy(true)
    try {
      await enter({})
    } catch (error) {
      showToast(error instanceof Error ? error.message : texts.failed, { tone: 'danger' })
    } finally {
      setIsBusy(false)
      filling.start()
    }
  }
  return (
    <Button
      tone={isFirst ? 'primary' : 'secondary'}
      icon="key"
      isWide
      isBusy={isBusy}
      onClick={() => void press()}
    >
      {texts.signIn}
    </Button>
  )
}

/**
 * Keeps the browser's offer open as long as the page is. A browser has one question open at a time, so the button ends
 * it first. What goes wrong here nobody asked for, and nobody hears of it.
 */
function useFilling(enter: (asking: Asking) => Promise<void>) {
  const open = useRef<AbortController>(undefined)
  const stop = useCallback(() => open.current?.abort(), [])
  const start = useCallback(() => {
    open.current?.abort()
    const controller = new AbortController()
    open.current = controller
    const { signal } = controller
    const ask = async () => {
      if (!(await fillsInPasskeys()) || signal.aborted) return
      await enter({ signal, isConditional: true })
    }
    ask().catch(() => undefined)
  }, [enter])
  useEffect(() => {
    start()
    const again = setInterval(start, ASKED_AGAIN_MS)
    return () => {
      clearInterval(again)
      stop()
    }
  }, [start, stop])
  return { start, stop }
}
