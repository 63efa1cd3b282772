/** The numbers of the business as rules take them: what an operator set, and the default for the rest. */
import { SETTING_RULES, type SettingKey } from './groups.ts'

export type BusinessSettings = {
  readonly [Key in SettingKey]: (typeof SETTING_RULES)[Key]['byDefault']
}

/** The values must be as their rules ask. */
export function settingsWith(values: ReadonlyMap<string, unknown>): BusinessSettings {
  return Object.fromEntries(
    Object.entries(SETTING_RULES).map(([key, { byDefault }]) => [key, values.get(key) ?? byDefault]),
  ) as BusinessSettings
}

/** What holds where nobody set anything. Outside of tests `settings/book.ts` alone reads it. */
export const DEFAULT_SETTINGS = settingsWith(new Map())
