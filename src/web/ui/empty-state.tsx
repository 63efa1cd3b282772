/**
 * `<EmptyState icon="calendar" title=… action={<ButtonLink…/>}>{sentence}</EmptyState>` – nothing here yet, and what to
 * do next. `<ErrorState error={query.error} onRetry={() => void query.refetch()} />` – it failed, and a way to retry.
 */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ApiError } from '#web/api-error.ts'
import { useText } from '#web/text/store.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = {
  icon?: IconName
  /** Instead of the icon: one of `looks/drawings.tsx`. */
  drawing?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon = 'leaf', drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 px-6 py-10 text-center">
      {drawing ?? (
        <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon name={icon} size={28} />
        </span>
      )}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-sm text-muted">{children}</div>}
      {action && <div className="flex flex-wrap justify-center gap-2 pt-1">{action}</div>}
    </div>
  )
}

/** No part of the first download, and no reason to fail when it is not here. */
const OfflineDrawing = lazy(
  async (): Promise<{ default: ComponentType }> =>
    import('./looks/drawings.tsx').then(
      (drawings) => ({ default: drawings.OfflineDrawing }),
      () => ({ default: () => null }),
    ),
)

type ErrorStateProps = { error?: unknown; onRetry?: () => void }

/**
 * Shows the server's sentence when there is one (any Error with a message); what got no answer is no error but late, and
 * what the role may not read is not asked for once more.
 */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { ui } = useText()
  if (error instanceof ApiError && error.status === 0)
    return (
      <output className="grid justify-items-center gap-2 px-6 py-6 text-center">
        <Suspense fallback={<span className="block h-30" />}>
          <OfflineDrawing />
        </Suspense>
        <span className="font-semibold">{ui.later.title}</span>
        <span className="max-w-sm text-muted">{ui.later.body}</span>
        {onRetry && <Button onClick={onRetry}>{ui.retry}</Button>}
      </output>
    )
  const isForbidden = error instanceof ApiError && error.code === 'role_forbids'
  const sentence = error instanceof Error && error.message ? error.message : ui.checkConnection
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-10 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <Icon name="warning" size={28} />
      </span>
      <p className="text-lg font-semibold">{ui.cannotLoad}</p>
      <p className="max-w-sm text-muted">{sentence}</p>
      {onRetry && !isForbidden && (
        <Button icon="undo" onClick={onRetry}>
          {ui.retry}
        </Button>
      )}
    </div>
  )
}
