import type { Language } from '#domain/language.ts'

/** `America/Denver` as people call it: `Mountain Time`. */
export function zoneName(zone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
