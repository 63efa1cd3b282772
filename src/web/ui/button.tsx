/**
 * `<Button tone="primary" icon="plus" isBusy={action.isPending} onClick={…}>{text…}</Button>`; `tone` is primary,
 * secondary (default), quiet or danger. A busy button stays focusable, says so, and ignores clicks.
 * `<IconButton icon="close" label={text…} />` is a button that shows only an icon.
 * `buttonLook(tone)` gives the same looks to a link (`<ButtonLink>` in link.tsx).
 */
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useText } from '#web/text/store.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export type Tone = 'primary' | 'secondary' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> & {
  tone?: Tone
  icon?: IconName
  isBusy?: boolean
  isWide?: boolean
  isLarge?: boolean
  children: ReactNode
}

export function Button(props: ButtonProps) {
  const { tone = 'secondary', icon, isBusy = false, isWide, isLarge, children, onClick, ...rest } = props
  const { ui } = useText()
  return (
    <button
      type="button"
      {...rest}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={buttonLook(tone, { isWide, isLarge })}
    >
      {isBusy ? <Spinner label={ui.working} /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className' | 'children'> & {
  icon: IconName
  label: string
  tone?: 'quiet' | 'secondary'
}

export function IconButton({ icon, label, tone = 'quiet', ...rest }: IconButtonProps) {
  const look =
    tone === 'secondary' ? 'border border-line bg-card text-ink' : 'text-muted hover:bg-sunken hover:text-ink'
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`inline-flex size-(--control) shrink-0 items-center justify-center rounded-xl ${look}`}
    >
      <Icon name={icon} />
    </button>
  )
}

const tones: Record<Tone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-card',
  secondary: 'border border-line bg-card text-ink hover:bg-sunken shadow-card',
  quiet: 'text-accent hover:bg-accent-soft',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong shadow-card',
}

export function buttonLook(
  tone: Tone,
  { isWide, isLarge }: { isWide?: boolean; isLarge?: boolean } = {},
): string {
  return `inline-flex items-center justify-center gap-2 rounded-xl font-semibold text-center transition-colors select-none active:translate-y-px disabled:opacity-50 ${
    isLarge ? 'min-h-14 px-6 py-2 text-lg' : 'min-h-(--control) px-4 py-1.5'
  } ${isWide ? 'w-full' : ''} ${tones[tone]}`
}
