/** The rows that a number was summed up from: each leads to its visit, payment, payout or person. */
import { useEffect, useRef } from 'react'
import type { RowSet } from '#contract/numbers.ts'
import type { Language } from '#domain/language.ts'
import { addressOf, type Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { nameIn, textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import type { AskedPeriod } from './asked-period.ts'

type Row = Reply<'GET /api/number-rows'>['rows'][number]

export function NumberRows({ asked, set }: { asked: AskedPeriod; set: RowSet }) {
  const { numbers: texts, operator } = useText()
  const format = useFormat()
  const language = useLanguage()
  const top = useRef<HTMLDivElement>(null)
  const pages = useEndpointPages('GET /api/number-rows', { query: { ...asked, set } }, (page) => page.rows)
  // Below the numbers that lead here: whoever follows one of them wants to see where it went.
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Card
        title={texts.rows[set]}
        isFlush
        actions={
          <a
            href={addressOf('GET /api/number-rows-csv', { ...asked, set })}
            download
            className={buttonLook('quiet')}
          >
            {texts.rowsCsv}
          </a>
        }
      >
        {pages.isPending && <Skeleton rows={5} />}
        {pages.isError && !pages.isRefetchError && (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {pages.isSuccess && pages.rows.length === 0 && <EmptyState icon="check" title={texts.noRows} />}
        {pages.rows.length > 0 && (
          <DataTable
            label={texts.rows[set]}
            rows={pages.rows}
            rowKey={({ id }) => id}
            rowLink={linkOf}
            columns={columnsOf(set, { texts, states: operator.states, format, language })}
          />
        )}
        <MoreRows pages={pages}>{texts.more}</MoreRows>
      </Card>
    </div>
  )
}

function linkOf({ visitId, paymentId, payoutId, personId }: Row): string {
  if (paymentId !== null) return linkTo('operatorPayment', { payment_id: paymentId })
  if (payoutId !== null) return linkTo('operatorPayout', { payout_id: payoutId })
  if (visitId !== null) return linkTo('visit', { visit_id: visitId })
  return linkTo('operatorPerson', { person_id: personId })
}

type Shown = {
  readonly texts: Text['numbers']
  readonly states: Text['operator']['states']
  readonly format: Format
  readonly language: Language
}

/** What there is to see of each kind of row. */
function columnsOf(set: RowSet, shown: Shown): Column<Row>[] {
  const { day, person, sponsor, ofVisit, amount } = columnsIn(shown)
  if (set === 'refunds') return [day, person, ...ofVisit.slice(0, 2), amount]
  if (set === 'commissions') return [day, sponsor, amount]
  if (set === 'newCustomers' || set === 'lostCustomers') return [day, person]
  return [day, person, ...ofVisit.slice(0, 3), { ...amount, title: shown.texts.price }, ...ofVisit.slice(3)]
}

function columnsIn({ texts, states, format, language }: Shown) {
  const money = (value: Row['amountCents']) => (value === null ? texts.none : format.money(value))
  const person = {
    key: 'person',
    title: texts.customer,
    cell: ({ personId, personName }: Row) => (
      <Link to={linkTo('operatorPerson', { person_id: personId })}>{personName}</Link>
    ),
  }
  const ofVisit: Column<Row>[] = [
    { key: 'service', title: texts.service, cell: (row) => nameIn(language, row) ?? texts.none },
    {
      key: 'crew',
      title: texts.crew,
      cell: ({ crewId, crewName }) =>
        crewId === null ? (
          texts.none
        ) : (
          <Link to={linkTo('operatorPerson', { person_id: crewId })}>{crewName}</Link>
        ),
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) =>
        state === null ? texts.none : <StateBadge state={state} label={textFor(states, state) ?? state} />,
    },
    { key: 'pay', title: texts.crewPay, isNumber: true, cell: ({ crewPayCents }) => money(crewPayCents) },
    {
      key: 'minutes',
      title: texts.time,
      isNumber: true,
      cell: ({ crewMinutes }) => (crewMinutes === null ? texts.none : format.minutes(crewMinutes)),
    },
  ]
  return {
    day: { key: 'day', title: texts.day, isShort: true, cell: ({ date }: Row) => format.day(date) },
    person,
    sponsor: { ...person, title: texts.sponsor },
    ofVisit,
    amount: {
      key: 'amount',
      title: texts.amount,
      isNumber: true,
      cell: ({ amountCents }: Row) => money(amountCents),
    },
  }
}
