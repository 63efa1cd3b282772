/** What a screen may ask of the device, whether it runs in the native app or in a browser (architecture §4). */
import type { LatLng } from '#domain/geo.ts'

/** A position with its age; `at` is epoch milliseconds. A claimed position is evidence, not authority. */
export type DeviceLocation = LatLng & { readonly accuracyMeters: number | null; readonly at: number }

/** What the native app says about a photo that it took and sent by itself. */
export type NativePhoto = Readonly<Record<string, unknown>> & { readonly visitId: string }

export type Device = {
  readonly isNative: boolean
  /** Keeps the position coming in the background; asked for at start-up for crews in the native app. */
  startLocation: () => void
  /**
   * Where the device is now, or null when it cannot or may not say. Never rejects, waits at most ten seconds. Somebody
   * who moves asks for a place that is younger than others may be.
   */
  currentLocation: (maximumAgeMs?: number) => Promise<DeviceLocation | null>
  /** Opens the native camera for a visit; false where there is none: use a file input then. */
  takePhoto: (visitId: string) => boolean
  announceCompletion: (visitId: string, location: DeviceLocation | null) => void
}

/** From the page to the native app. */
export type OutgoingMessage =
  | { type: 'ready' }
  | { type: 'location' }
  | { type: 'version' }
  | { type: 'nativeUploadPhoto'; visitId: string }
  | { type: 'jobCompleted'; visitId: string; location: DeviceLocation | null }

/** From the native app to the page (seed §4). */
export type IncomingMessage =
  | { type: 'location'; location: DeviceLocation }
  | { type: 'locationFail' }
  | { type: 'nativeUploadPhoto'; photo: NativePhoto }
  | { type: 'version'; version: string }

/** A location older than this is not sent along. */
export const LOCATION_MAXIMUM_AGE_MS = 2 * 60_000
