/** Certificates of exemption: those that wait for a decision, and those decided. */
import { useState } from 'react'
import { addressOf, type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'

type Certificate = Reply<'GET /api/customer-tax-exemptions'>['exemptions'][number]

export function CertificatesPart() {
  const { certificates: texts } = useText().taxDesk
  const [shown, setShown] = useState<'asked' | 'decided'>('asked')
  const pages = useEndpointPages(
    'GET /api/customer-tax-exemptions',
    { query: { shown } },
    (page) => page.exemptions,
  )
  return (
    <>
      <ChipGroup
        label={texts.title}
        isLabelHidden
        name="shown"
        options={[
          { value: 'asked' as const, label: texts.asked(pages.first?.askedCount ?? 0) },
          { value: 'decided' as const, label: texts.decided },
        ]}
        value={shown}
        onChange={setShown}
      />
      <PagedList
        pages={pages}
        label={texts.title}
        more={texts.more}
        empty={<EmptyState icon="check" title={shown === 'asked' ? texts.noneAsked : texts.noneDecided} />}
      >
        {(certificate) => <CertificateRow key={certificate.id} certificate={certificate} />}
      </PagedList>
    </>
  )
}

function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { certificates: texts } = useText().taxDesk
  const format = useFormat()
  const { id: exemptionId, customerName, number, issuedBy, startsOn, expiresOn, standing, note } = certificate
  const save = useAction('POST /api/decide-tax-exemption', {
    refreshes: ['GET /api/customer-tax-exemptions'],
  })
  const approve = () =>
    save.mutate(
      { body: { exemptionId, decision: 'approve' } },
      {
        onSuccess: () => showToast(texts.saved),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const askWhy = async (decision: 'refuse' | 'end') => {
    const done = await openPrompt({
      title: decision === 'refuse' ? texts.refuseTitle : texts.endTitle,
      inputs: [{ name: 'note', label: texts.why, kind: 'long' }],
      submitLabel: decision === 'refuse' ? texts.refuse : texts.end,
      isDanger: true,
      onSubmit: ({ note: why = '' }) => save.mutateAsync({ body: { exemptionId, decision, note: why } }),
    })
    if (done !== undefined) showToast(texts.saved)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {customerName}{' '}
          <Badge tone={standing === 'in_force' ? 'good' : standing === 'asked' ? 'warn' : 'neutral'}>
            {texts.standings[standing]}
          </Badge>
        </p>
        <p className="text-sm text-muted">
          {texts.number(number, issuedBy)} · {format.dateRange(startsOn, expiresOn)}
          {note !== '' && ` · ${note}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={addressOf('GET /api/tax-exemption-file', { exemptionId })}
          download
          className={buttonLook('quiet')}
        >
          {texts.file}
        </a>
        {standing === 'asked' && (
          <Only may="money" isSaid>
            <Button onClick={() => void askWhy('refuse')}>{texts.refuse}</Button>
            <Button tone="primary" isBusy={save.isPending} onClick={approve}>
              {texts.approve}
            </Button>
          </Only>
        )}
        {(standing === 'in_force' || standing === 'coming') && (
          <Only may="money">
            <Button onClick={() => void askWhy('end')}>{texts.end}</Button>
          </Only>
        )}
      </div>
    </li>
  )
}
