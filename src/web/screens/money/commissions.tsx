/** `/customer-commissions` and `/crew-commissions`: my code and link, who came, what I earned. */

import type { Cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { InviteCard } from './invite-card.tsx'
import { useShareLink } from './share-link.ts'

type CommissionsData = Reply<'GET /api/commissions'>

export function Commissions() {
  const { money } = useText()
  const shortLink = useShareLink()
  const pages = useEndpointPages('GET /api/commissions', {}, (page) => page.commissions)
  const { first, rows } = pages
  return (
    <Page title={money.commissions.title} subtitle={money.commissions.customerBody}>
      {pages.isPending && <SkeletonCard rows={4} />}
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {first && (
        <>
          <InviteCard code={first.code} link={shortLink ?? first.link} />
          <Totals data={first} />
          <Brought data={first} />
        </>
      )}
      {rows.length > 0 && (
        <Card title={money.commissions.history} isFlush>
          <List label={money.commissions.history}>
            {rows.map((row) => (
              <CommissionRow key={row.id} row={row} />
            ))}
          </List>
          <MoreRows pages={pages}>{money.commissions.more}</MoreRows>
        </Card>
      )}
    </Page>
  )
}

function Totals({ data }: { data: CommissionsData }) {
  const { money } = useText()
  const figures: readonly { texts: string; hint?: string; amountCents: Cents }[] = [
    { texts: money.commissions.pending, hint: money.commissions.pendingHint, amountCents: data.pendingCents },
    { texts: money.commissions.available, amountCents: data.availableCents },
    { texts: money.commissions.earned, amountCents: data.earnedCents },
  ]
  return (
    <Card>
      <dl className="grid gap-4 sm:grid-cols-3">
        {figures.map(({ texts, hint, amountCents }) => (
          <div key={texts} className="grid content-start">
            <dt className="text-sm text-muted">{texts}</dt>
            <dd>
              <Money amountCents={amountCents} isLarge />
              {hint && <span className="block text-sm text-muted">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Brought({ data }: { data: CommissionsData }) {
  const { money } = useText()
  const format = useFormat()
  return (
    <Card
      title={money.commissions.came}
      actions={data.broughtCount > 0 && <span>{money.commissions.cameCount(data.broughtCount)}</span>}
      isFlush
    >
      {data.brought.length === 0 ? (
        <EmptyState icon="gift" title={money.commissions.nobody}>
          {money.commissions.nobodyBody}
        </EmptyState>
      ) : (
        <List label={money.commissions.came}>
          {data.brought.map((person, index) => (
            <ListRow
              key={`${person.since} ${index}`}
              title={person.firstName}
              detail={`${money.commissions.types[person.type]} · ${money.commissions.since(format.dateTime(person.since))}`}
              end={<Money amountCents={person.earnedCents} />}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

function CommissionRow({ row }: { row: CommissionsData['commissions'][number] }) {
  const { money } = useText()
  const format = useFormat()
  const details = [
    format.dateTime(row.earnedAt),
    row.reversedCents > 0 && money.commissions.reversed(format.money(row.reversedCents)),
  ]
  return (
    <ListRow
      title={row.firstName}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={row.amountCents} isStruck={row.state === 'reversed'} />
          <StateBadge
            state={row.state === 'reversed' ? 'cancelled' : row.state}
            label={money.commissions.states[row.state]}
          />
        </span>
      }
    />
  )
}
