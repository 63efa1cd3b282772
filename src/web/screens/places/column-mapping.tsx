/** Which column of the file is what: guessed, shown on the first rows, changed by the customer. */
import { useAction } from '#web/api.ts'
import type { KeptDraft } from '#web/steps/use-kept-draft.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { COLUMN_FIELDS, type ColumnField, chosenColumns, previewRows, refuseChoice } from './column-choice.ts'
import { type Import, ROWS_SHOWN, type SentFile } from './kept-import.ts'

type ColumnMappingProps = {
  file: SentFile
  draft: Pick<KeptDraft<Import>, 'values' | 'field'>
  onStarted: () => void
  onOther: () => void
}

export function ColumnMapping({ file, draft, onStarted, onOther }: ColumnMappingProps) {
  const texts = useText().places.import
  const start = useAction('POST /api/start-property-import', { refreshes: ['GET /api/property-imports'] })
  const mapping = chosenColumns(draft.values)
  const submit = async () => {
    const refused = refuseChoice(mapping, texts)
    if (refused !== null) throw refused
    await start.mutateAsync({ body: { importId: file.importId, mapping } })
    onStarted()
  }
  const columns = file.header.map((name, column) => ({
    value: String(column),
    label: [name.trim() || `#${column + 1}`, file.sampleRows[0]?.[column]]
      .filter(Boolean)
      .join(' – ')
      .slice(0, 60),
  }))
  const options = [{ value: '', label: texts.noColumn }, ...columns]
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={texts.mapTitle}>
        <p className="pb-4 text-muted">{texts.found(file.totalRows, file.header.length)}</p>
        {file.sheet !== null && (
          <p className="pb-4 text-muted">{texts.sheetRead(file.sheet.name, file.sheet.otherSheets)}</p>
        )}
        {file.guessedWord !== null && (
          <div className="pb-4">
            <Banner tone="warn">{texts.guessed(file.guessedWord)}</Banner>
          </div>
        )}
        <Form
          onSubmit={submit}
          submitLabel={texts.start(file.totalRows)}
          icon="upload"
          secondary={
            <Button tone="quiet" onClick={onOther}>
              {texts.otherFile}
            </Button>
          }
        >
          {COLUMN_FIELDS.map((field) => (
            <SelectField
              key={field}
              label={texts.fields[field]}
              hint={texts.hints[field]}
              options={options}
              isOptional={field !== 'name'}
              {...draft.field(field)}
            />
          ))}
        </Form>
      </Card>
      <Card title={texts.preview} isFlush>
        <Preview file={file} mapping={mapping} />
      </Card>
    </div>
  )
}

function Preview({ file, mapping }: { file: SentFile; mapping: Partial<Record<ColumnField, number>> }) {
  const texts = useText().places.import
  const fields = COLUMN_FIELDS.filter((field) => mapping[field] !== undefined)
  if (fields.length === 0) return <p className="px-4 pb-4 text-muted sm:px-5">{texts.previewEmpty}</p>
  // On phones the first column is the heading of a row's card, and the name says most.
  const shown = fields.includes('name')
    ? ['name' as const, ...fields.filter((field) => field !== 'name')]
    : fields
  return (
    <div className="overflow-x-auto">
      <DataTable
        label={texts.preview}
        columns={shown.map((field) => ({
          key: field,
          title: texts.fields[field],
          cell: (row: ReturnType<typeof previewRows>[number]) => row.cells[field],
        }))}
        rows={previewRows(file.sampleRows.slice(0, ROWS_SHOWN), mapping)}
        rowKey={(row) => String(row.number)}
      />
    </div>
  )
}
