/**
 * `<Badge tone="good">{text}</Badge>` – a small pill. `<StateBadge state="completed" label={text…} />` – a pill
 * with a dot, coloured by what a state means for the reader; unknown states are neutral.
 */
import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'good' | 'warn' | 'danger' | 'info' | 'accent'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
}

const pill =
  'inline-flex items-center gap-1.5 rounded-2xl px-2.5 py-0.5 text-sm font-medium sm:whitespace-nowrap'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`${pill} ${tones[tone]}`}>{children}</span>
}

const stateTones: Record<string, BadgeTone> = {
  scheduled: 'neutral',
  confirmed: 'info',
  en_route: 'accent',
  in_progress: 'accent',
  completed: 'good',
  cancelled: 'neutral',
  skipped: 'neutral',
  missed: 'danger',
  reopened: 'warn',
  pending: 'neutral',
  processing: 'info',
  sending: 'info',
  in_transit: 'info',
  returned: 'warn',
  available: 'accent',
  paid: 'good',
  succeeded: 'good',
  refunded: 'info',
  partly_refunded: 'info',
  failed: 'danger',
  declined: 'danger',
  due: 'warn',
  expired: 'neutral',
  open: 'warn',
  partly_paid: 'info',
  overdue: 'danger',
  credited: 'info',
  taken: 'neutral',
  accepted: 'good',
  active: 'good',
  paused: 'warn',
}

export function StateBadge({ state, label }: { state: string; label: string }) {
  return (
    <span className={`${pill} ${tones[stateTones[state] ?? 'neutral']}`}>
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {label}
    </span>
  )
}
