/** `/customer-commissions` and `/crew-commissions`: who came by my link, what I earned, and what I do with it. */

import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { CommissionRow, SpendingRow } from './commission-rows.tsx'
import { InviteCard } from './invite-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { useShareLink } from './share-link.ts'
import { SpendCard } from './spend-card.tsx'
import { StatementCard } from './statement-card.tsx'

type CommissionsData = Reply<'GET /api/commissions'>

export function Commissions() {
  const { commissions } = useText()
  const shortLink = useShareLink()
  const pages = useEndpointPages('GET /api/commissions', {}, (page) => page.commissions)
  const { first, rows } = pages
  return (
    <Page title={commissions.title} subtitle={commissions.subtitle}>
      {pages.isPending && <SkeletonCard rows={4} />}
      {pages.isLoadingError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {first && (
        <>
          <InviteCard code={first.code} link={shortLink ?? first.link} />
          <Totals data={first} />
          {first.availableCents > 0 && <SpendCard data={first} />}
          <Brought data={first} />
        </>
      )}
      {first && first.spendings.length > 0 && (
        <Card title={commissions.spendings} isFlush>
          <List label={commissions.spendings}>
            {first.spendings.map((row) => (
              <SpendingRow key={row.id} row={row} />
            ))}
          </List>
        </Card>
      )}
      {rows.length > 0 && (
        <Card title={commissions.history} isFlush>
          <List label={commissions.history}>
            {rows.map((row) => (
              <CommissionRow key={row.id} row={row} />
            ))}
          </List>
          <MoreRows pages={pages}>{commissions.more}</MoreRows>
        </Card>
      )}
      {rows.length > 0 && <StatementCard />}
      {first && <RulesCard rules={first.rules} />}
    </Page>
  )
}

function Totals({ data }: { data: CommissionsData }) {
  const { commissions } = useText()
  const { availableCents, pendingCents, parkedCents, earnedCents, rules } = data
  const below = availableCents < 0 ? commissions.belowHint : undefined
  const figures = [
    { words: commissions.available, hint: below, amountCents: availableCents },
    {
      words: commissions.pending,
      hint: commissions.pendingHint(rules.maturityDays),
      amountCents: pendingCents,
    },
    ...(parkedCents > 0
      ? [{ words: commissions.parked, hint: commissions.parkedHint, amountCents: parkedCents }]
      : []),
    { words: commissions.earned, hint: undefined, amountCents: earnedCents },
  ]
  return (
    <Card>
      <dl className="grid gap-4 sm:grid-cols-3">
        {figures.map(({ words, hint, amountCents }) => (
          <div key={words} className="grid content-start">
            <dt className="text-sm text-muted">{words}</dt>
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
  const { commissions } = useText()
  const format = useFormat()
  const { customerBasisPoints, months } = data.rules
  return (
    <Card
      title={commissions.came}
      actions={data.broughtCount > 0 && <span>{commissions.cameCount(data.broughtCount)}</span>}
      isFlush
    >
      {data.brought.length === 0 ? (
        <EmptyState icon="gift" title={commissions.nobody}>
          {commissions.nobodyBody(format.money(cents(customerBasisPoints)), commissions.months(months))}
        </EmptyState>
      ) : (
        <List label={commissions.came}>
          {data.brought.map((person, index) => (
            <ListRow
              key={`${person.since} ${index}`}
              title={person.firstName}
              detail={`${commissions.types[person.type]} · ${commissions.since(format.dateTime(person.since))}`}
              end={<Money amountCents={person.earnedCents} />}
            />
          ))}
        </List>
      )}
    </Card>
  )
}
