/**
 * `<Link to={linkTo('billing')}>{text…}</Link>` stays inside the app. `<ButtonLink tone="primary" to=…>` looks like a
 * button. `<ExternalLink href=…>` is the explicit permission to leave (seed §8); forbidden schemes render as text.
 */
import type { ReactNode } from 'react'
import { useText } from '#web/text/store.ts'
import { buttonLook, type Tone } from './button.tsx'
import { classifyDestination } from './destination.ts'
import { Icon, type IconName } from './icon.tsx'
import { RouteLink } from './route-link.tsx'

const looks =
  'font-medium text-accent underline underline-offset-4 decoration-accent/40 hover:decoration-accent'

type LinkProps = { to: string; children: ReactNode; isReplace?: boolean; label?: string }

export function Link({ to, children, isReplace, label }: LinkProps) {
  if (classifyDestination(to) !== 'internal') return <span>{children}</span>
  return (
    <RouteLink to={to} replace={isReplace} className={looks} aria-label={label}>
      {children}
    </RouteLink>
  )
}

type ButtonLinkProps = LinkProps & { tone?: Tone; icon?: IconName; isWide?: boolean; isLarge?: boolean }

export function ButtonLink({
  to,
  children,
  isReplace,
  label,
  tone = 'secondary',
  icon,
  isWide,
  isLarge,
}: ButtonLinkProps) {
  if (classifyDestination(to) !== 'internal') return <span>{children}</span>
  return (
    <RouteLink
      to={to}
      replace={isReplace}
      aria-label={label}
      className={buttonLook(tone, { isWide, isLarge })}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </RouteLink>
  )
}

type ExternalLinkProps = {
  href: string
  children: ReactNode
  isButton?: boolean
  icon?: IconName
  isNewTab?: boolean
}

/** Also for `tel:` and `mailto:`, which open nothing new. */
export function ExternalLink({
  href,
  children,
  isButton,
  icon,
  isNewTab = href.startsWith('http'),
}: ExternalLinkProps) {
  const { ui } = useText()
  if (classifyDestination(href) === 'forbidden') return <span>{children}</span>
  return (
    <a
      href={href}
      className={
        isButton ? buttonLook('secondary') : `${looks} ${icon ? 'inline-flex items-center gap-1.5' : ''}`
      }
      {...(isNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {icon && <Icon name={icon} />}
      {children}
      {isNewTab && <Icon name="external" size={14} label={ui.opensOutside} className="ml-1 inline" />}
    </a>
  )
}
