/** The forms that crews get for a year: what was paid, what is missing, how they are delivered, what must be corrected. */
import { useState } from 'react'
import { addressOf, type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Forms = Reply<'GET /api/tax-forms'>
type FormRow = Forms['forms'][number]

export function FormsPart() {
  const { forms: texts } = useText().taxDesk
  const format = useFormat()
  const [year, setYear] = useState<number>()
  const pages = useEndpointPages(
    'GET /api/tax-forms',
    { query: year === undefined ? {} : { year } },
    (page) => page.forms,
  )
  const { first, rows } = pages
  if (first === undefined)
    return pages.isError ? (
      <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <SkeletonCard rows={5} />
    )
  const limit = format.money(first.thresholdCents)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ChipGroup
          label={texts.year}
          isLabelHidden
          name="year"
          options={first.years.map((value) => ({ value, label: `${value}` }))}
          value={first.year}
          onChange={setYear}
        />
        <a
          href={addressOf('GET /api/tax-forms-csv', { year: first.year })}
          download
          className={buttonLook('secondary')}
        >
          {texts.file(first.year)}
        </a>
      </div>
      <Card title={texts.rule(texts.types[first.formType], limit)} isFlush>
        {rows.length === 0 ? (
          <EmptyState icon="check" title={texts.none(limit)} />
        ) : (
          <FormsTable forms={rows} year={first.year} />
        )}
        <MoreRows pages={pages}>{texts.more}</MoreRows>
      </Card>
    </>
  )
}

function FormsTable({ forms, year }: { forms: readonly FormRow[]; year: number }) {
  const { forms: texts } = useText().taxDesk
  const format = useFormat()
  return (
    <DataTable
      label={texts.title}
      rows={forms}
      rowKey={({ crewId }) => crewId}
      columns={formColumns(texts, format, year)}
    />
  )
}

function formColumns(texts: Text['taxDesk']['forms'], format: Format, year: number): Column<FormRow>[] {
  const delivery = (form: FormRow) =>
    form.sentAt === null
      ? form.hasConsent
        ? texts.download
        : texts.paper
      : texts.sentOn(format.dateOf(form.sentAt), format.money(form.sentCents ?? form.paidCents))
  return [
    {
      key: 'crew',
      title: texts.crew,
      cell: ({ crewName, mergedInto }) =>
        mergedInto === null ? crewName : texts.goesOnAs(crewName, mergedInto.name),
    },
    {
      key: 'paid',
      title: texts.paid,
      isNumber: true,
      cell: (form) => <Money amountCents={form.paidCents} />,
    },
    {
      key: 'count',
      title: texts.transactions,
      isNumber: true,
      cell: (form) => format.count(form.transactionCount),
    },
    {
      key: 'w9',
      title: texts.w9,
      cell: (form) => (
        <Badge tone={form.w9 === 'complete' ? 'good' : 'warn'}>{texts.w9States[form.w9]}</Badge>
      ),
    },
    { key: 'delivery', title: texts.delivery, cell: delivery },
    {
      key: 'state',
      title: texts.state,
      cell: (form) => (
        <Badge tone={form.isWrong ? 'danger' : form.state === 'sent' ? 'good' : 'neutral'}>
          {form.isWrong ? texts.wrong : texts.states[form.state]}
        </Badge>
      ),
    },
    {
      key: 'act',
      title: '',
      cell: (form) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Only may="money">
            <RemindButton form={form} year={year} />
            <MarkButton form={form} year={year} />
          </Only>
        </span>
      ),
    },
  ]
}

/** Of the W-9 or the consent, where one is missing. */
function RemindButton({ form, year }: { form: FormRow; year: number }) {
  const { forms: texts } = useText().taxDesk
  const format = useFormat()
  const save = useAction('POST /api/remind-tax-form', { refreshes: ['GET /api/tax-forms'] })
  if (form.state === 'sent' || (form.w9 === 'complete' && form.hasConsent)) return null
  return (
    <span className="grid justify-items-end gap-1">
      <Button
        isBusy={save.isPending}
        onClick={() =>
          save.mutate(
            { body: { year, crewId: form.crewId } },
            {
              onSuccess: () => showToast(texts.wasReminded(form.crewName)),
              onError: (error) => showToast(error.message, { tone: 'danger' }),
            },
          )
        }
      >
        {texts.remind}
      </Button>
      {form.remindedAt !== null && (
        <span className="text-sm text-muted">{texts.remindedOn(format.dateOf(form.remindedAt))}</span>
      )}
    </span>
  )
}

function MarkButton({ form, year }: { form: FormRow; year: number }) {
  const { forms: texts } = useText().taxDesk
  const save = useAction('POST /api/mark-tax-forms', { refreshes: ['GET /api/tax-forms'] })
  if (form.state !== 'ready' && form.state !== 'sent') return null
  const isSent = form.state === 'ready' || form.isWrong
  const label = form.isWrong ? texts.correct : isSent ? texts.mark : texts.unmark
  return (
    <Button
      isBusy={save.isPending}
      onClick={() =>
        save.mutate(
          { body: { year, crewIds: [form.crewId], isSent } },
          {
            onSuccess: () => showToast(texts.saved),
            onError: (error) => showToast(error.message, { tone: 'danger' }),
          },
        )
      }
    >
      {label}
    </Button>
  )
}
