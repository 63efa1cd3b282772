import type { ReactNode } from 'react'
import { Only } from '#web/session/may.tsx'
import { readInstant, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import type { SaveSetting, Setting } from './setting-values.ts'
import { useShown } from './shown-setting.tsx'

type Dated = Setting['history'][number]

/** What will change and what held, newest first. Nothing is ever removed: putting back is another change. */
export function SettingHistory({
  setting,
  zone,
  onSave,
}: {
  setting: Setting
  zone: string
  onSave: SaveSetting
}) {
  const { settings: text } = useText().catalogue
  const show = useShown(setting)
  const inForce = valueLast(setting.history)
  const upcoming = setting.upcoming.filter(isLastOfItsMoment)
  return (
    <div className="grid gap-4">
      {upcoming.some(
        (each, at) => !isSame(each.value, valueLast([...setting.history, ...upcoming.slice(0, at)])),
      ) && (
        <Lines title={text.comes}>
          {upcoming.map((each, at) => {
            const before = valueLast([...setting.history, ...upcoming.slice(0, at)])
            if (isSame(each.value, before)) return null
            return (
              <Line key={each.inForceFrom} dated={each} setting={setting} zone={zone}>
                <Button
                  tone="quiet"
                  aria-label={text.callOffOf(each.value === null ? text.cleared : show(each.value))}
                  onClick={() => void onSave(before, readInstant(each.inForceFrom))}
                >
                  {text.callOff}
                </Button>
              </Line>
            )
          })}
        </Lines>
      )}
      <Lines title={text.history}>
        {setting.history.length === 0 && <li className="py-2 text-muted">{text.noHistory}</li>}
        {setting.history.toReversed().map((each, at) => (
          <Line key={`${each.inForceFrom} ${each.writtenAt}`} dated={each} setting={setting} zone={zone}>
            {at > 0 && each.value !== null && !isSame(each.value, inForce) && (
              <Button
                tone="quiet"
                aria-label={text.putBackOf(show(each.value))}
                onClick={() => void onSave(each.value, null)}
              >
                {text.putBack}
              </Button>
            )}
          </Line>
        ))}
      </Lines>
    </div>
  )
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </section>
  )
}

function Line({
  dated,
  setting,
  zone,
  children,
}: {
  dated: Dated
  setting: Setting
  zone: string
  children: ReactNode
}) {
  const { settings: text } = useText().catalogue
  const format = useFormat()
  const show = useShown(setting)
  const value = dated.value === null ? text.cleared : show(dated.value)
  const at = format.dateTime(dated.writtenAt, zone)
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        {text.line(value, format.dateTime(dated.inForceFrom, zone))}
        <span className="block text-sm text-muted">
          {dated.writerName === null ? text.bySystem(at) : text.by(dated.writerName, at)}
        </span>
      </span>
      <Only may="catalogue">{children}</Only>
    </li>
  )
}

/** Of several changes for one moment the one written last holds; the list is in the sequence in which they were written. */
function isLastOfItsMoment({ inForceFrom }: Dated, at: number, all: readonly Dated[]): boolean {
  return all.findLastIndex((each) => each.inForceFrom === inForceFrom) === at
}

function valueLast(dated: readonly Dated[]): Dated['value'] {
  return dated.at(-1)?.value ?? null
}

function isSame(one: Dated['value'], other: Dated['value']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
