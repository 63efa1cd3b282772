/** What the bars, signs and marks of the month mean. */
import type { ReactNode } from 'react'
import { TROUBLES } from '#domain/portfolio/troubles.ts'
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'
import { STAY_LOOKS, TroubleMark } from './day-cell.tsx'

const KINDS = ['stay', 'owner', 'block'] as const

export function Legend() {
  const texts = useText().month
  return (
    <ul aria-label={texts.legend} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {KINDS.map((kind) => (
        <Entry key={kind} label={texts.kinds[kind]}>
          <span className="inline-block w-8 rounded-lg" style={{ ...STAY_LOOKS[kind], height: 12 }} />
        </Entry>
      ))}
      <Entry label={texts.visit}>
        <Icon name="spray" size={16} />
      </Entry>
      <Entry label={texts.done}>
        <Icon name="check" size={16} />
      </Entry>
      {TROUBLES.map((kind) => (
        <Entry key={kind} label={texts.troubles[kind]}>
          <TroubleMark kind={kind} />
        </Entry>
      ))}
    </ul>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true">{children}</span>
      {label}
    </li>
  )
}
