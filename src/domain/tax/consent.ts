/** Whether a crew gets its form by download. Other words to agree to (`texts.ts`) are another version. */

export const CONSENT_VERSION = 1

export type Consent = {
  readonly version: number
  readonly isGiven: boolean
}

/** Consent to other words is none to these. */
export function hasConsent(latest: Consent | null): boolean {
  return latest !== null && latest.isGiven && latest.version === CONSENT_VERSION
}
