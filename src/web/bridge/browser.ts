/** The device behind an ordinary browser: its own geolocation; photos come from a file input. */
import { type Device, type DeviceLocation, LOCATION_MAXIMUM_AGE_MS } from './port.ts'

const LOCATION_WAIT_MS = 10_000

export function browserDevice(
  geolocation: Geolocation | undefined,
  warn: (sentence: string) => void,
): Device {
  return {
    isNative: false,
    // Seed §8: outside the native app there is only a warning in the console.
    startLocation: () => warn('Not in a mobile environment.'),
    currentLocation: (maximumAgeMs = LOCATION_MAXIMUM_AGE_MS) =>
      geolocation ? locate(geolocation, maximumAgeMs) : Promise.resolve(null),
    takePhoto: () => false,
    announceCompletion: () => undefined,
  }
}

function locate(geolocation: Geolocation, maximumAge: number): Promise<DeviceLocation | null> {
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords, timestamp }) =>
        resolve({
          lat: coords.latitude,
          lng: coords.longitude,
          accuracyMeters: coords.accuracy,
          at: timestamp,
        }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: LOCATION_WAIT_MS, maximumAge },
    )
  })
}
