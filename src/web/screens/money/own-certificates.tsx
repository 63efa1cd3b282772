/** A customer's certificates of exemption from sales tax: how each stands, its file, the next one before it ends. */
import { useState } from 'react'
import { addDays } from '#domain/time.ts'
import { addressOf, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { CertificateDialog } from './certificate-dialog.tsx'

type Certificates = Reply<'GET /api/tax-exemptions'>
type Certificate = Certificates['exemptions'][number]

const TONES: Record<Certificate['standing'], BadgeTone> = {
  asked: 'info',
  coming: 'good',
  in_force: 'good',
  over: 'neutral',
  refused: 'danger',
  withdrawn: 'neutral',
}

export function OwnCertificates() {
  const { exemption: texts } = useText().tax
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const read = useEndpoint('GET /api/tax-exemptions')
  if (read.isError && !read.data)
    return (
      <Card title={texts.title}>
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      </Card>
    )
  if (!read.data) return <SkeletonCard rows={1} />
  const { exemptions, isExempt, replaceBy } = read.data
  const ending = exemptions.find((each) => replaceBy !== null && lastDayOf(each) === replaceBy)
  return (
    <Card
      title={texts.title}
      isFlush
      actions={
        <Button tone={replaceBy === null ? 'quiet' : 'primary'} onClick={() => setOpen(true)}>
          {replaceBy === null ? texts.add : texts.replace}
        </Button>
      }
    >
      <div className="grid gap-3 px-4 pb-3 sm:px-5">
        {exemptions.length === 0 && <p className="text-muted">{texts.none}</p>}
        {isExempt && <p>{texts.exempt}</p>}
        {replaceBy !== null && <Banner tone="warn">{texts.replaceBy(format.date(replaceBy))}</Banner>}
      </div>
      <List label={texts.title}>
        {exemptions.map((certificate) => (
          <CertificateRow key={certificate.id} certificate={certificate} />
        ))}
      </List>
      {isOpen && (
        <CertificateDialog
          {...(ending ? { replaced: { ...ending, startsOn: addDays(lastDayOf(ending), 1) } } : {})}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}

function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { exemption: texts } = useText().tax
  const format = useFormat()
  const { id: exemptionId, number, issuedBy, startsOn, standing, endedOn, note } = certificate
  const withdraw = useAction('POST /api/withdraw-tax-exemption', { refreshes: ['GET /api/tax-exemptions'] })
  const takeBack = async () => {
    const isTaken = await confirmPrompt({
      title: texts.withdrawTitle,
      body: standing === 'in_force' ? texts.withdrawBody : texts.withdrawUnused,
      submitLabel: texts.withdraw,
      keepLabel: texts.keep,
      isDanger: true,
      onSubmit: () => withdraw.mutateAsync({ body: { exemptionId } }),
    })
    if (isTaken) showToast(texts.withdrawn)
  }
  const hasEnded = standing === 'over' && endedOn !== null
  const canTakeBack =
    standing === 'asked' || standing === 'coming' || (standing === 'in_force' && endedOn === null)
  const span = format.dateRange(
    startsOn,
    standing === 'withdrawn' ? certificate.expiresOn : lastDayOf(certificate),
  )
  return (
    <ListRow
      title={texts.certificate(number, issuedBy)}
      detail={[span, note].filter(Boolean).join(' · ')}
      state={<Badge tone={TONES[standing]}>{hasEnded ? texts.ended : texts.standings[standing]}</Badge>}
      actions={
        <>
          <ExternalLink
            href={addressOf('GET /api/tax-exemption-file', { exemptionId })}
            isButton
            icon="download"
            isNewTab={false}
          >
            {texts.show}
          </ExternalLink>
          {canTakeBack && (
            <Button tone="quiet" onClick={() => void takeBack()}>
              {texts.withdraw}
            </Button>
          )}
        </>
      }
    />
  )
}

function lastDayOf({ endedOn, expiresOn }: Certificate) {
  return endedOn ?? expiresOn
}
