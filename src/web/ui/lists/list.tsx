/**
 * `<List label=…><ListRow icon="truck" title=… detail=… end={<Money…/>} state={<Badge…/>} to={linkTo(…)} /></List>`. A row with `to` is a
 * link, with `onClick` a button, else plain. Put a list inside `<Card isFlush>`.
 */
import type { ReactNode } from 'react'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'

export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <AmountsAlike>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </AmountsAlike>
  )
}

export type ListRowProps = {
  title: ReactNode
  detail?: ReactNode
  /** An icon name, or anything of your own (an avatar, a number). */
  icon?: IconName
  start?: ReactNode
  /** Short and always on the right: an amount, a count. */
  end?: ReactNode
  /** A badge: before the end where there is room for it beside the words, else under them. */
  state?: ReactNode
  to?: string
  onClick?: () => void
  /** Buttons that belong to the row but not to its link; in a narrow list they stand under it. */
  actions?: ReactNode
  /** A box before the row, to select it. */
  lead?: ReactNode
  /** The one that is open beside the list. */
  isCurrent?: boolean
}

export function ListRow(props: ListRowProps) {
  return (
    <li className="@container">
      <div className="flex flex-wrap items-center @lg:flex-nowrap">
        {props.lead}
        <RowTarget {...props} />
        {props.actions && (
          <div className="-mt-3 flex w-full flex-wrap items-center justify-end gap-1 px-1 pb-1 empty:hidden @lg:mt-0 @lg:w-auto @lg:py-0 @lg:pr-3 @lg:pl-0">
            {props.actions}
          </div>
        )}
      </div>
    </li>
  )
}

const rowLook =
  'flex min-h-(--row) w-full min-w-0 flex-1 items-center gap-3 px-4 py-(--row-air) text-left sm:px-5'
const tapLook = `${rowLook} hover:bg-sunken active:bg-sunken -outline-offset-2!`

function RowTarget(props: ListRowProps) {
  const { to, onClick, isCurrent = false } = props
  const look = `${tapLook} ${isCurrent ? 'bg-sunken' : ''}`
  const current = isCurrent || undefined
  if (to)
    return (
      <RouteLink to={to} data-row aria-current={current} className={look}>
        <RowBody {...props} />
        <Icon name="chevron-right" size={18} className="text-muted" />
      </RouteLink>
    )
  if (onClick)
    return (
      <button type="button" data-row aria-current={current} onClick={onClick} className={look}>
        <RowBody {...props} />
      </button>
    )
  return (
    <div className={rowLook}>
      <RowBody {...props} />
    </div>
  )
}

function RowBody({ title, detail, icon, start, end, state }: ListRowProps) {
  return (
    <>
      {start ??
        (icon && (
          <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent compact:size-8">
            <Icon name={icon} />
          </span>
        ))}
      <span className="grid min-w-0 flex-1 gap-1 @lg:flex @lg:flex-wrap @lg:items-center @lg:gap-x-3">
        <span className="min-w-0 flex-[1_1_10rem] wrap-break-word">
          <span className="block font-medium first-letter:uppercase">{title}</span>
          {detail && <span className="block text-sm text-muted">{detail}</span>}
        </span>
        {state && <span className="flex min-w-0 @lg:shrink-0">{state}</span>}
      </span>
      {end && <span className="max-w-1/2 shrink-0 text-right">{end}</span>}
    </>
  )
}
