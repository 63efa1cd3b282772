/** A page for testing: one moment in the device's, the account's and a chosen zone, and when that zone's clocks change. */
import { type ReactNode, useState } from 'react'
import {
  type ClockChange,
  clockChangesIn,
  DEFAULT_TIME_ZONE,
  dateAt,
  type Instant,
  instant,
  offsetMinutesAt,
  yearOf,
} from '#domain/time.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Page } from '#web/ui/page.tsx'

const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = [...new Set([DEFAULT_TIME_ZONE, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

export function TimezoneTester() {
  const texts = useText().diagnostics.zones
  const user = useUser()
  const [text, setText] = useState(nowAsText)
  const [zone, setZone] = useState<string>(DEFAULT_TIME_ZONE)
  const at = readMoment(text)
  return (
    <Page title={texts.title} subtitle={texts.subtitle}>
      <Card>
        <div className="grid gap-3">
          <TextField
            label={texts.moment}
            hint={texts.momentHint}
            error={at === null ? texts.notAMoment : undefined}
            name="moment"
            value={text}
            onChange={setText}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
          />
          <SelectField
            label={texts.zone}
            name="zone"
            value={zone}
            onChange={setZone}
            options={zones.map((value) => ({ value, label: value }))}
          />
          <div>
            <Button onClick={() => setText(nowAsText())}>{texts.now}</Button>
          </div>
        </div>
      </Card>
      {at !== null && (
        <>
          <Card>
            <dl className="grid gap-3">
              <InZone label={texts.device} at={at} zone={deviceZone} />
              <InZone label={texts.account} at={at} zone={user?.time_zone ?? DEFAULT_TIME_ZONE} />
              <InZone label={texts.chosen} at={at} zone={zone} />
            </dl>
          </Card>
          <ClockChanges at={at} zone={zone} />
        </>
      )}
    </Page>
  )
}

function InZone({ label, at, zone }: { label: string; at: Instant; zone: string }) {
  const format = useFormat()
  return (
    <Row label={`${label} · ${zone}`}>
      {format.dateTime(at, zone)} ({offsetText(offsetMinutesAt(at, zone))})
    </Row>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="nums font-medium">{children}</dd>
    </div>
  )
}

function ClockChanges({ at, zone }: { at: Instant; zone: string }) {
  const texts = useText().diagnostics.zones
  const year = yearOf(dateAt(at, zone))
  const changes = clockChangesIn(year, zone)
  return (
    <Card title={texts.changes(zone, year)}>
      {changes.length === 0 && <p className="text-muted">{texts.noChanges}</p>}
      <dl className="grid gap-3">
        {changes.map((change) => (
          <Change key={change.at} change={change} zone={zone} />
        ))}
      </dl>
    </Card>
  )
}

function Change({ change, zone }: { change: ClockChange; zone: string }) {
  const texts = useText().diagnostics.zones
  const format = useFormat()
  const { at, offsetMinutesBefore, offsetMinutesAfter } = change
  return (
    <Row label={new Date(at).toISOString()}>
      {format.dateTime(instant(at - 1), zone)} {texts.before} ({offsetText(offsetMinutesBefore)}),{' '}
      {format.dateTime(at, zone)} {texts.after} ({offsetText(offsetMinutesAfter)})
    </Row>
  )
}

/** `UTC-07:00` */
export function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes)
  const hours = String(Math.floor(absolute / 60)).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${hours}:${String(Math.round(absolute % 60)).padStart(2, '0')}`
}

/** Null for what is no moment, or one that no calendar reaches. */
export function readMoment(text: string): Instant | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : instant(at)
}

function nowAsText(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}
