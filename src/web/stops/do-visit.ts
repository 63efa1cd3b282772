/** Doing a visit, step by step: start, photos, done. Each is written down on this phone first, and sent from there. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Undone } from '#domain/checklists/progress.ts'
import { type Instant, instant } from '#domain/time.ts'
import { device, useDeviceState } from '#web/bridge/device.ts'
import type { DeviceLocation } from '#web/bridge/port.ts'
import { keepAct } from '#web/offline/queue/acts.ts'
import { keepPhoto } from '#web/photos/keep-photo.ts'
import { formatIn } from '#web/text/format.ts'
import { currentLanguage, currentText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { DayStop, QueuedStop } from './queued-stop.ts'

export type { DayStop } from './queued-stop.ts'

/** What the big button does now. */
export type NextStep = 'start' | 'photo' | 'done' | 'wait' | 'over'

const OVER: readonly DayStop['state'][] = ['completed', 'cancelled', 'skipped']

export function nextStepOf(stop: DayStop & Partial<Pick<QueuedStop, 'photoCount'>>): NextStep {
  if (OVER.includes(stop.state)) return 'over'
  if (stop.state !== 'in_progress' && stop.canStart) return 'start'
  if (!stop.canComplete) return 'wait'
  return (stop.photoCount ?? stop.photos.length) < stop.photosRequired ? 'photo' : 'done'
}

/** Resolves when it is on the disk; the screen shows it from then on. */
export function keepStart(stop: DayStop, step: 'en_route' | 'in_progress'): Promise<unknown> {
  const seenList = stop.checklist?.seen
  return keepAct(stop, { kind: 'start', step, ...(seenList ? { seenList } : {}) }, { at: now() })
}

export function useStartVisit(stop: DayStop) {
  const { error, isBusy, run } = useKeeping()
  return { error, isBusy, start: () => run(() => keepStart(stop, 'in_progress')) }
}

/** Keeps a photo; the native app sends those that its camera took, and only notifies us. */
export function useVisitPhotos(stop: DayStop) {
  const client = useQueryClient()
  const { error, isBusy, run } = useKeeping()
  const nativeCount = useDeviceState().photos.filter((photo) => photo.visitId === stop.visitId).length
  useEffect(() => {
    if (nativeCount > 0) void client.invalidateQueries({ queryKey: ['GET /api/day'] })
  }, [client, nativeCount])

  const send = (files: readonly File[]) =>
    run(async () => {
      for (const file of files) await keepPhoto(stop, file)
    })
  return { error, isBusy, send }
}

/** Ticks and photos of the list. */
export function useMarkItems(stop: DayStop) {
  const { error, isBusy, run } = useKeeping()
  const mark = (itemKey: string, isMarked: boolean) =>
    run(() => keepAct(stop, { kind: 'mark', itemKey, isMarked }, { at: now() }))
  const addPhotos = (itemKey: string, files: readonly File[]) =>
    run(async () => {
      for (const file of files) await keepPhoto(stop, file, itemKey)
    })
  return { error, isBusy, mark, addPhotos }
}

/** Asks where the device is first; `isLost` means that it cannot tell, and the crew decides how to go on. */
export function useCompleteVisit(stop: DayStop, onDone: () => void) {
  const [undone, setUndone] = useState<readonly Undone[]>([])
  const [isLocating, setLocating] = useState(false)
  const [isLost, setLost] = useState(false)
  const { error, isBusy, run } = useKeeping()
  const complete = (location: DeviceLocation | null, why: readonly Undone[]) => {
    setLost(false)
    return run(async () => {
      const at = now()
      await keepAct(stop, { kind: 'complete', location, ...(why.length > 0 ? { undone: why } : {}) }, { at })
      onDone()
      // With a connection the answer says what was earned.
      if (!navigator.onLine)
        showToast(currentText().offline.willBeSent(formatIn(currentLanguage()).time(at, stop.timeZone)))
    })
  }
  const finish = async (why: readonly Undone[] = undone) => {
    setUndone(why)
    setLocating(true)
    const location = await device().currentLocation()
    setLocating(false)
    if (location) await complete(location, why)
    else setLost(true)
  }
  return {
    error,
    isBusy: isLocating || isBusy,
    isLost,
    finish,
    finishWithoutLocation: () => complete(null, undone),
    stayOpen: () => setLost(false),
  }
}

/** Nothing is shown as kept that is not: what the disk refuses is said. */
function useKeeping() {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setError(undefined)
    setBusy(true)
    try {
      await work()
    } catch (failure) {
      const isFull = failure instanceof DOMException && failure.name === 'QuotaExceededError'
      setError(currentText().offline[isFull ? 'full' : 'notKept'])
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, run }
}

function now(): Instant {
  return instant(Date.now())
}
