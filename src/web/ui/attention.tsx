/**
 * `<Attention tone="danger" title=… actions={<ButtonLink tone="primary" …/>}>{sentence}</Attention>` – the exception of
 * a page: what needs its reader now. One a page, above everything else; the rest is a `<Banner>` or a row.
 */
import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon.tsx'

type AttentionTone = 'info' | 'warn' | 'danger'

const looks: Record<AttentionTone, { edge: string; sign: string; icon: IconName }> = {
  info: { edge: 'border-info', sign: 'bg-info text-card', icon: 'info' },
  warn: { edge: 'border-warn', sign: 'bg-warn text-card', icon: 'clock' },
  danger: { edge: 'border-danger', sign: 'bg-danger text-on-danger', icon: 'warning' },
}

type AttentionProps = {
  tone?: AttentionTone
  icon?: IconName
  title: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function Attention({ tone = 'warn', icon, title, actions, children }: AttentionProps) {
  const id = useId()
  const look = looks[tone]
  return (
    <section
      aria-labelledby={id}
      className={`flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl border-2 bg-card p-4 shadow-card sm:p-5 ${look.edge}`}
    >
      <span className={`grid size-11 shrink-0 place-items-center rounded-full ${look.sign}`}>
        <Icon name={icon ?? look.icon} size={24} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <h2 id={id} className="text-xl font-bold first-letter:uppercase">
          {title}
        </h2>
        {children && <div className="text-muted">{children}</div>}
      </div>
      {actions && (
        <div className="flex w-full flex-wrap gap-2 *:grow sm:w-auto sm:self-center sm:*:grow-0">
          {actions}
        </div>
      )}
    </section>
  )
}
