/** A statement before it counts: which column is what, then lines, crews, totals and faults; then it is confirmed. */
import { useState } from 'react'
import { PARTNER_FIELDS, type PartnerField } from '#domain/partners/columns.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { CHANGED, type PartnerCrew, PickCrew } from './pick-crew.tsx'
import { Faults } from './statement-lines.tsx'

type Preview = Reply<'POST /api/preview-partner-statement'>
type Mapping = Preview['mapping']
type StatementPreviewProps = { statementId: string; onConfirmed: () => void; onGone: () => void }

export function StatementPreview({ statementId, onConfirmed, onGone }: StatementPreviewProps) {
  const { preview: texts, statements } = useText().partners
  const [mapping, setMapping] = useState<Mapping>()
  const read = useEndpoint('POST /api/preview-partner-statement', {
    body: mapping === undefined ? { statementId } : { statementId, mapping },
  })
  const [last, setLast] = useState<Preview>()
  if (read.data !== undefined && read.data !== last) setLast(read.data)
  const shown = read.data ?? last
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (shown === undefined) return <SkeletonCard rows={6} />
  return (
    <>
      <Stepper steps={texts.steps} current={shown.columnsRefused === null ? 2 : 1} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Columns preview={shown} mapping={mapping ?? shown.mapping} onChange={setMapping} />
        <div className="grid min-w-0 gap-4">
          {shown.columnsRefused !== null && <Banner tone="warn">{shown.columnsRefused}</Banner>}
          <Totals preview={shown} />
          {shown.repeatedLines > 0 && <Banner>{texts.repeated(shown.repeatedLines)}</Banner>}
          <Faults faults={shown.faults} />
          <Decision
            preview={shown}
            statementId={statementId}
            isBusy={read.isFetching}
            onConfirmed={onConfirmed}
            onGone={onGone}
          />
        </div>
      </div>
      {shown.crews.length > 0 && <Crews crews={shown.crews} unmatched={statements.match} />}
    </>
  )
}

type ColumnsProps = { preview: Preview; mapping: Mapping; onChange: (mapping: Mapping) => void }

function Columns({ preview, mapping, onChange }: ColumnsProps) {
  const texts = useText().partners.preview
  const options = [
    { value: '', label: texts.noColumn },
    ...preview.header.map((name, column) => ({
      value: String(column),
      label: [name.trim() || `#${column + 1}`, preview.firstRow[column]].filter(Boolean).join(' – '),
    })),
  ]
  const choose = (field: PartnerField, column: string) => {
    const { [field]: _before, ...others } = mapping
    onChange(column === '' ? others : { ...others, [field]: Number(column) })
  }
  return (
    <Card title={texts.columns}>
      <div className="grid gap-4">
        {PARTNER_FIELDS.map((field) => (
          <SelectField
            key={field}
            name={field}
            label={texts.fields[field]}
            hint={texts.hints[field]}
            options={options}
            value={String(mapping[field] ?? '')}
            onChange={(column) => choose(field, column)}
          />
        ))}
      </div>
    </Card>
  )
}

function Totals({ preview }: { preview: Preview }) {
  const { partners } = useText()
  const format = useFormat()
  const facts = [
    [partners.preview.willAdd, partners.lines(preview.lineCount)],
    [partners.preview.total, format.money(preview.totalCents)],
    [partners.preview.stops, format.count(preview.stops)],
    [partners.preview.refused, format.count(preview.refusedRows)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-col-reverse rounded-2xl border border-line bg-card px-4 py-3 shadow-card"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="nums text-xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type DecisionProps = StatementPreviewProps & { preview: Preview; isBusy: boolean }

function Decision({ preview, statementId, isBusy, onConfirmed, onGone }: DecisionProps) {
  const { preview: texts, statements } = useText().partners
  const format = useFormat()
  const confirm = useAction('POST /api/confirm-partner-statement', { refreshes: CHANGED })
  const discard = useAction('POST /api/discard-partner-statement', { refreshes: CHANGED })
  const { mapping, lineCount, totalCents } = preview
  const amount = format.money(totalCents)
  const take = () =>
    confirm.mutate(
      { body: { statementId, mapping, lineCount, totalCents } },
      {
        onSuccess: (confirmed) => {
          showToast(texts.done(confirmed.lineCount))
          onConfirmed()
        },
      },
    )
  const throwAway = async () => {
    const isSure = await confirmPrompt({
      title: texts.discard,
      body: texts.discardBody,
      submitLabel: texts.discard,
      isDanger: true,
      onSubmit: () => discard.mutateAsync({ body: { statementId } }),
    })
    if (!isSure) return
    showToast(texts.discarded)
    onGone()
  }
  return (
    <div className="grid gap-3">
      {confirm.error && (
        <Banner tone="danger" isAlert>
          {confirm.error.message}
        </Banner>
      )}
      {preview.unmatchedCount > 0 && (
        <Banner tone="warn">
          {statements.unmatched(preview.unmatchedCount, format.money(preview.unmatchedCents))}
        </Banner>
      )}
      {lineCount === 0 && <p className="text-muted">{texts.nothing}</p>}
      <div className="flex flex-wrap gap-3">
        <Only may="money" isSaid>
          {lineCount > 0 && (
            <Button tone="primary" icon="check" isBusy={confirm.isPending || isBusy} onClick={take}>
              {texts.confirm(lineCount, amount)}
            </Button>
          )}
          <Button tone="quiet" onClick={() => void throwAway()}>
            {texts.discard}
          </Button>
        </Only>
      </div>
    </div>
  )
}

function Crews({ crews, unmatched }: { crews: readonly PartnerCrew[]; unmatched: string }) {
  const { partners } = useText()
  const [picking, setPicking] = useState<PartnerCrew>()
  return (
    <Card title={partners.preview.crews} isFlush>
      <List label={partners.preview.crews}>
        {crews.map((crew) => (
          <ListRow
            key={crew.crewRef}
            icon={crew.crew === null ? 'warning' : 'check'}
            title={crew.crew?.name ?? crew.name ?? crew.identities[0]}
            detail={[
              crew.matchedBy && partners.statements.matchedBy[crew.matchedBy],
              ...crew.identities,
              partners.lines(crew.lineCount),
              partners.stops(crew.stops),
            ]
              .filter(Boolean)
              .join(' · ')}
            end={<Money amountCents={crew.amountCents} />}
            actions={
              <Only may="money">
                <Button tone={crew.crew === null ? 'secondary' : 'quiet'} onClick={() => setPicking(crew)}>
                  {crew.crew === null ? unmatched : partners.statements.change}
                </Button>
              </Only>
            }
          />
        ))}
      </List>
      {picking && <PickCrew crew={picking} onClose={() => setPicking(undefined)} />}
    </Card>
  )
}
