/** One entry: who, whom, when, and what was before and after. */
import { useNavigate, useSearchParams } from 'react-router'
import type { Reply } from '#web/api.ts'
import { describeDetail, type SaidField } from '#web/desk/describe-detail.ts'
import type { Text } from '#web/text/areas.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Detail } from '#web/ui/dialogs/panes.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { linkTo } from '#web/urls.ts'
import { logLink } from './asked-log.ts'

export type Entry = Reply<'GET /api/audit-log'>['entries'][number]

export function EntryDetail({ entry, timeZone }: { entry: Entry; timeZone: string }) {
  const { auditLog: texts } = useText()
  const language = useLanguage()
  const format = useFormat()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { actor, people } = entry
  const said = describeDetail(entry, { texts, format, timeZone })
  const open = placeOf(entry)
  return (
    <Detail
      title={textFor(texts.actions, entry.action) ?? entry.action}
      onClose={() => void navigate(logLink(search), { replace: true })}
    >
      <div className="grid gap-4">
        <Facts
          facts={[
            [texts.when, `${format.dateTime(entry.at, timeZone)} (${zoneName(timeZone, language)})`],
            [texts.who, actor?.name ?? texts.product],
            ...(people.length > 0
              ? [[texts.whom, people.map(({ name }) => name).join(', ')] as const]
              : entry.action === 'set_setting'
                ? [[texts.setting, entry.subject] as const]
                : []),
          ]}
        />
        {said.length === 0 ? <p className="text-muted">{texts.noDetail}</p> : <Said said={said} />}
        <ul className="grid gap-2">
          {open !== null && (
            <li>
              <Link to={open}>{texts.open}</Link>
            </li>
          )}
          {people.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap gap-x-4 gap-y-1">
              <Link to={linkTo('operatorPerson', { person_id: id })}>{texts.toPerson(name)}</Link>
              <Link to={logLink(search, { whom: id })}>{texts.showWhom(name)}</Link>
            </li>
          ))}
          {actor && (
            <li>
              <Link to={logLink(search, { who: actor.id })}>{texts.showWho(actor.name)}</Link>
            </li>
          )}
        </ul>
      </div>
    </Detail>
  )
}

function Said({ said }: { said: readonly SaidField[] }) {
  const { auditLog: texts } = useText()
  const changes = said.filter(({ before }) => before !== undefined)
  const facts = said.filter(({ before }) => before === undefined)
  return (
    <>
      {changes.length > 0 && (
        <div className="-mx-5">
          <DataTable
            label={texts.detail}
            rows={changes}
            rowKey={({ field }) => field}
            columns={changeColumns(texts)}
          />
        </div>
      )}
      {facts.length > 0 && (
        <div className="whitespace-pre-line wrap-anywhere">
          <Facts facts={facts.map(factOf)} />
        </div>
      )}
    </>
  )
}

function changeColumns(texts: Text['auditLog']): Column<SaidField>[] {
  return [
    { key: 'field', title: texts.field, cell: ({ field }) => field },
    { key: 'before', title: texts.before, cell: ({ before }) => <s>{before}</s> },
    { key: 'after', title: texts.after, cell: ({ after }) => after },
  ]
}

function factOf({ field, after }: SaidField) {
  return [field, after] as const
}

/** What was acted on, where it has a page. */
function placeOf({ action, subject, detail }: Entry): string | null {
  if (
    /^(refund_payment|send_receipt|refund_from_provider|write_off_payment|answer_fraud_warning)$/.test(action)
  )
    return linkTo('operatorPayment', { payment_id: subject })
  if (action === 'retry_payout') return linkTo('operatorPayout', { payout_id: subject })
  if (/^(assign_visit|read_messages|accept_late_completion|dismiss_late_completion)$/.test(action))
    return linkTo('visit', { visit_id: subject })
  if (/invoice$|^record_invoice_payment$/.test(action)) return linkTo('operatorInvoices', {}, { id: subject })
  if (action === 'explain_difference') return linkTo('operatorReconcile', {}, { difference: subject })
  if (/^set_(price|setting)$/.test(action)) return linkTo('operatorCatalogue')
  return typeof detail['paymentId'] === 'string'
    ? linkTo('operatorPayment', { payment_id: detail['paymentId'] })
    : null
}
