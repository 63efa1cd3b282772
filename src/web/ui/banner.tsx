/**
 * `<Banner tone="warn" title=… actions={<Button…/>}>{sentence}</Banner>` – a calm notice inside the page.
 * With `isAlert` screen readers say it at once (for errors that just happened).
 */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type BannerTone = 'info' | 'good' | 'warn' | 'danger'

const looks: Record<BannerTone, { box: string; icon: IconName }> = {
  info: { box: 'bg-info-soft text-info', icon: 'info' },
  good: { box: 'bg-good-soft text-good', icon: 'check' },
  warn: { box: 'bg-warn-soft text-warn', icon: 'warning' },
  danger: { box: 'bg-danger-soft text-danger', icon: 'warning' },
}

type BannerProps = {
  tone?: BannerTone
  title?: string
  icon?: IconName
  actions?: ReactNode
  isAlert?: boolean
  children?: ReactNode
}

export function Banner({ tone = 'info', title, icon, actions, isAlert, children }: BannerProps) {
  const look = looks[tone]
  return (
    <div
      role={isAlert ? 'alert' : 'status'}
      tabIndex={isAlert ? -1 : undefined}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl px-4 py-3 ${look.box}`}
    >
      <Icon name={icon ?? look.icon} className="self-start" />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-sm leading-relaxed">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
