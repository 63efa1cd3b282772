/** What a coupon gives, to whom, how often and when; what it could come to is shown, then it is saved. */
import { useState } from 'react'
import { basisPoints, cents } from '#domain/money.ts'
import { isLocalDate } from '#domain/time.ts'
import { type CallInput, type Reply, useAction } from '#web/api.ts'
import { Newer, useBasis } from '#web/desk/basis.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { readNumber } from './setting-values.ts'

type Facts = CallInput<'POST /api/preview-coupon'>['body']
type EditedCoupon = Pick<Reply<'GET /api/coupon'>, 'code' | 'version' | Exclude<keyof Facts, symbol>>

/** No key of a service: those begin with a letter. */
const ANY = '*'

type Typed = {
  code: string
  name: string
  kind: 'amount' | 'share'
  creditCents: string
  shareBasisPoints: string
  mostUses: string
  mostUsesEach: string
  budgetCents: string
  from: string
  until: string
  where: 'market' | 'everywhere'
  serviceKey: string
  isFirstOrderOnly: boolean
}

type CouponFormProps = {
  /** Undefined for a new one. */
  coupon: EditedCoupon | undefined
  marketName: string
  isForAll: boolean
  onSaved: (code: string) => void
}

export function CouponForm({ coupon, marketName, isForAll, onSaved }: CouponFormProps) {
  const { coupons: text } = useText().catalogue
  const draft = useDraft<Typed>(typedOf(coupon, isForAll))
  const basis = useBasis({
    current: coupon,
    draft,
    valuesOf: (of) => typedOf(of, isForAll),
    markOf: (of) => of?.version ?? 0,
    labels: {
      name: text.name,
      creditCents: text.amount,
      shareBasisPoints: text.share,
      from: text.from,
      until: text.until,
      where: text.where,
      serviceKey: text.service,
      mostUses: text.mostUses,
      mostUsesEach: text.mostUsesEach,
      budgetCents: text.budget,
      isFirstOrderOnly: text.limits.firstOnly,
    },
    read: 'GET /api/coupon',
  })
  const [seen, setSeen] = useState<{ wanted: string; effect: Reply<'POST /api/preview-coupon'> }>()
  const preview = useAction('POST /api/preview-coupon')
  const save = useAction('POST /api/save-coupon', { refreshes: ['GET /api/coupon-list', 'GET /api/coupon'] })
  const isSeen = seen?.wanted === JSON.stringify(draft.values)
  const submit = async () => {
    const facts = readFacts(draft.values, text.wrong)
    if (!isSeen) {
      const effect = await preview.mutateAsync({ body: facts })
      setSeen({ wanted: JSON.stringify(draft.values), effect })
      return
    }
    const body = { ...facts, code: draft.values.code.trim(), version: basis.base?.version ?? 0 }
    const { code } = await basis.save(() => save.mutateAsync({ body }))
    showToast(text.saved)
    onSaved(code)
  }
  return (
    <Form
      onSubmit={submit}
      submitLabel={isSeen ? text.save : text.show}
      label={coupon === undefined ? text.add : text.change}
    >
      <Newer basis={basis} />
      {coupon === undefined && (
        <TextField label={text.code} hint={text.codeHint} maxLength={32} {...draft.field('code')} />
      )}
      <TextField label={text.name} hint={text.nameHint} maxLength={60} {...draft.field('name')} />
      <GiftFields draft={draft} />
      <LimitFields draft={draft} marketName={marketName} isForAll={isForAll} />
      {isSeen && <CouponEffect effect={seen.effect} />}
    </Form>
  )
}

function GiftFields({ draft }: { draft: Draft<Typed> }) {
  const { coupons: text } = useText().catalogue
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <SelectField
        label={text.kind}
        options={[
          { value: 'amount', label: text.kinds.amount },
          { value: 'share', label: text.kinds.share },
        ]}
        {...draft.field('kind')}
      />
      {draft.values.kind === 'amount' ? (
        <TextField label={text.amount} inputMode="decimal" {...draft.field('creditCents')} />
      ) : (
        <TextField label={text.share} inputMode="decimal" {...draft.field('shareBasisPoints')} />
      )}
    </div>
  )
}

function LimitFields({
  draft,
  marketName,
  isForAll,
}: {
  draft: Draft<Typed>
  marketName: string
  isForAll: boolean
}) {
  const { coupons: text } = useText().catalogue
  const services = useServices()
  const places = [
    ...(isForAll ? [{ value: 'everywhere' as const, label: text.limits.everywhere }] : []),
    { value: 'market' as const, label: text.limits.market(marketName) },
  ]
  const kinds = [
    { value: ANY, label: text.limits.anyService },
    ...services.all.map(({ key }) => ({ value: key, label: services.name(key) })),
  ]
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-3">
        <SelectField label={text.where} options={places} {...draft.field('where')} />
        <SelectField label={text.service} options={kinds} {...draft.field('serviceKey')} />
        <DateField label={text.from} isOptional {...draft.field('from')} />
        <DateField label={text.until} isOptional {...draft.field('until')} />
        <TextField label={text.mostUses} inputMode="numeric" isOptional {...draft.field('mostUses')} />
        <TextField
          label={text.mostUsesEach}
          inputMode="numeric"
          isOptional
          {...draft.field('mostUsesEach')}
        />
      </div>
      <TextField label={text.budget} inputMode="decimal" isOptional {...draft.field('budgetCents')} />
      <CheckboxField
        label={text.limits.firstOnly}
        hint={text.firstHint}
        {...draft.field('isFirstOrderOnly')}
      />
    </>
  )
}

/** Throws the field that cannot be read. */
function readFacts(typed: Typed, sentence: string): Facts {
  const number = (name: keyof Typed, unit: string | null): number | null => {
    const entered = String(typed[name]).trim()
    if (entered === '') return null
    const value = readNumber(entered, unit)
    if (value === null) throw new FormRefusal(sentence, { [name]: sentence })
    return value
  }
  const amount = (name: keyof Typed) => {
    const value = number(name, 'cents')
    return value === null ? null : cents(value)
  }
  const share = typed.kind === 'share' ? number('shareBasisPoints', 'basis_points') : null
  return {
    name: typed.name,
    creditCents: typed.kind === 'amount' ? amount('creditCents') : null,
    shareBasisPoints: share === null ? null : basisPoints(share),
    mostUses: number('mostUses', null),
    mostUsesEach: number('mostUsesEach', null),
    budgetCents: amount('budgetCents'),
    from: isLocalDate(typed.from) ? typed.from : null,
    until: isLocalDate(typed.until) ? typed.until : null,
    isOfMarket: typed.where === 'market',
    serviceKey: typed.serviceKey === ANY ? null : typed.serviceKey,
    isFirstOrderOnly: typed.isFirstOrderOnly,
  }
}

function typedOf(coupon: EditedCoupon | undefined, isForAll: boolean): Typed {
  return {
    code: coupon?.code ?? '',
    name: coupon?.name ?? '',
    kind: coupon !== undefined && coupon.creditCents === null ? 'share' : 'amount',
    creditCents: hundredths(coupon?.creditCents),
    shareBasisPoints: hundredths(coupon?.shareBasisPoints),
    mostUses: String(coupon?.mostUses ?? ''),
    mostUsesEach: String(coupon?.mostUsesEach ?? ''),
    budgetCents: hundredths(coupon?.budgetCents),
    from: coupon?.from ?? '',
    until: coupon?.until ?? '',
    where: (coupon?.isOfMarket ?? !isForAll) ? 'market' : 'everywhere',
    serviceKey: coupon?.serviceKey ?? ANY,
    isFirstOrderOnly: coupon?.isFirstOrderOnly ?? false,
  }
}

/** Dollars of cents, percent of basis points. */
function hundredths(value: number | null | undefined): string {
  if (value == null) return ''
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2)
}

/** What a coupon could come to, before it is saved. */
function CouponEffect({ effect }: { effect: Reply<'POST /api/preview-coupon'> }) {
  const { effect: text } = useText().catalogue.coupons
  const format = useFormat()
  const { customers, mostCents, days, works, worksCents, wouldGiveCents } = effect
  return (
    <Banner tone="info">
      <Facts
        facts={[
          [text.customers, format.count(customers)],
          [text.most, mostCents === null ? text.noLimit : format.money(mostCents)],
          [text.works(days), `${format.count(works)} · ${format.money(worksCents)}`],
          ...(wouldGiveCents === null ? [] : [[text.wouldGive, format.money(wouldGiveCents)] as const]),
        ]}
      />
    </Banner>
  )
}
