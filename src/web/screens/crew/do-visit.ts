/** Doing a visit, step by step: start, photos, done. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCents } from '#domain/money.ts'
import { type Reply, upload, useAction } from '#web/api.ts'
import { device, useDeviceState } from '#web/bridge/device.ts'
import type { DeviceLocation } from '#web/bridge/port.ts'
import { currentText } from '#web/text/store.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { checksumOf, shrinkPhoto } from './shrink-photo.ts'

export type DayStop = Reply<'GET /api/day'>['stops'][number]
type Completed = Reply<'POST /api/complete-visit'>

/** What the big button does now. */
export type NextStep = 'start' | 'photo' | 'done' | 'wait' | 'over'

const OVER: readonly DayStop['state'][] = ['completed', 'cancelled', 'skipped']

export function nextStepOf(stop: DayStop): NextStep {
  if (OVER.includes(stop.state)) return 'over'
  if (stop.state !== 'in_progress' && stop.canStart) return 'start'
  if (!stop.canComplete) return 'wait'
  return stop.photos.length < stop.photosRequired ? 'photo' : 'done'
}

export function useStartVisit(stop: DayStop) {
  const action = useAction('POST /api/start-visit', { refreshes: ['GET /api/day'] })
  return { ...action, start: () => action.mutate({ body: { visitId: stop.visitId, step: 'in_progress' } }) }
}

/** Sends a photo by its own; the native app sends those that its camera took, and only tells us. */
export function useVisitPhotos(stop: DayStop) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const nativeCount = useDeviceState().photos.filter((photo) => photo.visitId === stop.visitId).length
  useEffect(() => {
    if (nativeCount > 0) void client.invalidateQueries({ queryKey: ['GET /api/day'] })
  }, [client, nativeCount])

  const send = async (file: File) => {
    setError(undefined)
    setProgress(0)
    try {
      const photo = await shrinkPhoto(file)
      const query = { visitId: stop.visitId, sha256: await checksumOf(photo), takenAt: takenAt(file) }
      await upload('POST /api/upload-visit-photo', { query, file: photo, onProgress: setProgress })
      await client.invalidateQueries({ queryKey: ['GET /api/day'] })
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : currentText().ui.somethingWrong)
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, error, send, openNativeCamera: () => device().takePhoto(stop.visitId) }
}

/** Asks where the device is first; `isLost` means that it cannot tell, and the crew decides how to go on. */
export function useCompleteVisit(stop: DayStop, onDone: () => void) {
  const [isLocating, setLocating] = useState(false)
  const [isLost, setLost] = useState(false)
  const action = useAction('POST /api/complete-visit', {
    refreshes: ['GET /api/day', 'GET /api/crew-payments', 'POST /api/get-crew-visits'],
  })
  const complete = (location: DeviceLocation | null) => {
    setLost(false)
    const place = location && {
      lat: location.lat,
      lng: location.lng,
      accuracy: location.accuracyMeters ?? undefined,
    }
    const body = { visitId: stop.visitId, completedAt: new Date().toISOString(), ...place }
    action.mutate(
      { body },
      {
        onSuccess: (completed) => {
          announce(completed, location)
          onDone()
        },
      },
    )
  }
  const finish = async () => {
    setLocating(true)
    const location = await device().currentLocation()
    setLocating(false)
    if (location) complete(location)
    else setLost(true)
  }
  return {
    error: action.error,
    isBusy: isLocating || action.isPending,
    isLost,
    finish,
    finishWithoutLocation: () => complete(null),
    stayOpen: () => setLost(false),
  }
}

function announce(completed: Completed, location: DeviceLocation | null): void {
  const { crew } = currentText()
  device().announceCompletion(completed.visitId, location)
  showToast(crew.home.finished(formatCents(completed.payCents)))
  if (completed.isFlagged) showToast(crew.home.review, { tone: 'info' })
}

/** When the file was made, where that can be true. */
function takenAt(file: File): string | undefined {
  return file.lastModified > 0 ? new Date(file.lastModified).toISOString() : undefined
}
