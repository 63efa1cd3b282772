/** One coupon: what it gave and to whom, its form, its end, and who wrote what. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { addDays, type LocalDate } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { CouponForm } from './coupon-form.tsx'
import { CouponUses, useGiftText, useLimitTexts } from './coupon-uses.tsx'

type Coupon = Reply<'GET /api/coupon'>
type PanelProps = { today: LocalDate; marketName: string; isForAll: boolean; onClose: () => void }

export function CouponPanel({ code, today, marketName, isForAll, onClose }: PanelProps & { code: string }) {
  const { coupons: text } = useText().catalogue
  const format = useFormat()
  const read = useEndpoint('GET /api/coupon', { query: { code } })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={8} />
  const coupon = read.data
  return (
    <Frame title={coupon.name} onClose={onClose}>
      <Now coupon={coupon} marketName={marketName} />
      <section className="grid gap-2">
        <h3 className="font-semibold">{text.uses.title}</h3>
        <p className="text-sm text-muted">
          {text.given(format.money(coupon.givenCents), coupon.useCount)}
          {coupon.budgetCents !== null && ` · ${text.ofBudget(format.money(coupon.budgetCents))}`}
        </p>
        <CouponUses code={coupon.code} />
      </section>
      {coupon.mayChange ? (
        <>
          <EndPart coupon={coupon} today={today} />
          <details>
            <summary className="cursor-pointer py-2 font-semibold">{text.change}</summary>
            <CouponForm
              key={coupon.code}
              coupon={coupon}
              marketName={marketName}
              isForAll={isForAll}
              onSaved={() => {}}
            />
          </details>
        </>
      ) : (
        <Banner tone="info">{text.notYours}</Banner>
      )}
      <History coupon={coupon} marketName={marketName} />
    </Frame>
  )
}

export function NewCouponPanel({
  marketName,
  isForAll,
  onSaved,
  onClose,
}: PanelProps & { onSaved: (code: string) => void }) {
  const { coupons: text } = useText().catalogue
  return (
    <Frame title={text.add} onClose={onClose}>
      <CouponForm coupon={undefined} marketName={marketName} isForAll={isForAll} onSaved={onSaved} />
    </Frame>
  )
}

function Frame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const { close } = useText().catalogue.prices
  const panel = useRef<HTMLElement>(null)
  // In newer browsers it answers a promise, which is nothing to clean up with.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <aside ref={panel} className="order-first min-w-0 xl:order-none">
      <Card title={title} actions={<IconButton icon="close" label={close} onClick={onClose} />}>
        <div className="grid gap-5">{children}</div>
      </Card>
    </aside>
  )
}

function Now({ coupon, marketName }: { coupon: Coupon; marketName: string }) {
  const gift = useGiftText()
  const limits = useLimitTexts(marketName)
  return (
    <p>
      <span className="font-semibold">{coupon.code}</span> · {gift(coupon)}
      <span className="block text-sm text-muted">{limits(coupon).join(' · ')}</span>
    </p>
  )
}

function EndPart({ coupon, today }: { coupon: Coupon; today: LocalDate }) {
  const { coupons: text } = useText().catalogue
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const draft = useDraft<{ from: string }>({ from: addDays(today, 1) })
  const end = useAction('POST /api/end-coupon', { refreshes: ['GET /api/coupon-list', 'GET /api/coupon'] })
  const { code, version, endedFrom } = coupon
  if (coupon.endedFrom !== null)
    return (
      <Banner
        tone="warn"
        actions={
          <Button
            isBusy={end.isPending}
            onClick={() =>
              end.mutate(
                { body: { code, version, from: null } },
                { onSuccess: () => showToast(text.resumed) },
              )
            }
          >
            {text.resume}
          </Button>
        }
      >
        {text.limits.ended(format.date(endedFrom ?? today))}
      </Banner>
    )
  if (coupon.state === 'over') return null
  if (!isOpen)
    return (
      <Button aria-label={text.endOf(coupon.name)} onClick={() => setIsOpen(true)}>
        {text.end}
      </Button>
    )
  const submit = async () => {
    const { from } = draft.values
    await end.mutateAsync({ body: { code, version, from } })
    draft.reset()
    setIsOpen(false)
    showToast(text.ended)
  }
  return (
    <Form onSubmit={submit} submitLabel={text.endIt} tone="secondary" label={text.endOf(coupon.name)}>
      <DateField label={text.endsOn} min={addDays(today, 1)} {...draft.field('from')} />
      <p className="text-sm text-muted">{text.endHint}</p>
      <Button tone="quiet" onClick={() => setIsOpen(false)}>
        {text.keep}
      </Button>
    </Form>
  )
}

function History({ coupon, marketName }: { coupon: Coupon; marketName: string }) {
  const { coupons: text, prices } = useText().catalogue
  const format = useFormat()
  const gift = useGiftText()
  const limits = useLimitTexts(marketName)
  return (
    <section>
      <h3 className="font-semibold">{text.history}</h3>
      {coupon.history.length === 0 && <p className="text-sm text-muted">{text.noHistory}</p>}
      <ul className="divide-y divide-line">
        {coupon.history.map(({ kind, facts, savedAt, savedByName }) => (
          <li key={`${kind} ${savedAt}`} className="py-1.5">
            {text.wrote[kind]}: {facts.name}, {gift(facts)}
            <span className="block text-sm text-muted">{limits(facts).join(' · ')}</span>
            <span className="block text-sm text-muted">
              {prices.by(savedByName, format.dateTime(savedAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
