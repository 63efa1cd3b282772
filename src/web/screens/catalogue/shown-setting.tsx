import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { isChanged, isOwn, type Setting, type SettingValue, showSetting } from './setting-values.ts'

/** Says a value of a setting as people read it. */
export function useShown(setting: Setting): (value: SettingValue) => string {
  const { catalogue, ui } = useText()
  const format = useFormat()
  const texts = { ...catalogue.settings, weekdays: ui.weekdays.long }
  return (value) => showSetting(setting, value, texts, format)
}

/** Where the value comes from that holds. */
export function SourceName({
  setting,
  marketName,
  isEverywhere,
}: {
  setting: Setting
  marketName: string
  isEverywhere: boolean
}) {
  const { settings: text } = useText().catalogue
  if (isOwn(setting)) return isEverywhere ? text.elsewhere : text.own(marketName)
  return isChanged(setting) ? text.elsewhere : text.asBegun
}
