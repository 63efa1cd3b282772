/** Every page of operators under its heading; what a role may not read is not offered to it. */
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { mayDo, type StaffRole } from '#domain/staff/roles.ts'
import { MENU_GROUPS, operatorUrls } from '#web/operator-urls.ts'
import { useText } from '#web/text/store.ts'
import { findIn, isOperatorKey, type OperatorKey, type UrlKey, urlOf } from '#web/urls.ts'
import type { Page } from './page.ts'

/** A page of one thing belongs to the row of the list that leads there. */
const ROW_OF: Partial<Record<OperatorKey, OperatorKey>> = {
  operatorQueues: 'operator',
  operatorPerson: 'operatorPeople',
  operatorPlace: 'operatorPeople',
  operatorComplex: 'operatorPeople',
  operatorJob: 'operatorPeople',
  operatorMarket: 'operatorMarkets',
}

const account: Page = { key: 'account', ...urlOf('account') }

/** While it is not known who asks, nothing is hidden: the server refuses by itself. */
export function mayOpen(key: UrlKey, role: StaffRole | null | undefined): boolean {
  if (role === undefined || !isOperatorKey(key)) return true
  const url = operatorUrls[key]
  return !('capability' in url) || mayDo(role, url.capability)
}

type Menu = {
  pages: readonly Page[]
  Row: ComponentType<{ page: Page; isOpen?: boolean; onGo?: () => void }>
  onGo?: () => void
}

export function OperatorMenu({ pages, Row, onGo }: Menu) {
  const { groups } = useText().operatorShell
  const { pathname } = useLocation()
  const here = findIn(operatorUrls, pathname)
  const openRow = here && ROW_OF[here]
  return MENU_GROUPS.map((group) => (
    <section key={group} aria-labelledby={`menu-${group}`} className="grid gap-0.5 pb-3">
      <h2 id={`menu-${group}`} className="px-3 pb-1 text-xs font-bold tracking-wide text-muted uppercase">
        {groups[group]}
      </h2>
      {pages
        .filter(({ key }) => groupOf(key) === group)
        .map((page) => (
          <Row key={page.key} page={page} isOpen={page.key === openRow} onGo={onGo} />
        ))}
      {group === 'trust' && <Row page={account} onGo={onGo} />}
    </section>
  ))
}

function groupOf(key: UrlKey) {
  if (!isOperatorKey(key)) return undefined
  const url = operatorUrls[key]
  return 'group' in url ? url.group : undefined
}
