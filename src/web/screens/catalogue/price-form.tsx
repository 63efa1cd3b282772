/** A new price: for whom, how much, from which day; its effect is shown, then it is set. */
import { useState } from 'react'
import { cents } from '#domain/money.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { type CallInput, type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { unitIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { PriceScopeField, type ScopeChoice } from './price-scope.tsx'
import type { PricedService } from './price-sentence.ts'
import { readNumber } from './setting-values.ts'

type Wanted = CallInput<'POST /api/set-price'>['body']
type Effect = Reply<'POST /api/preview-price'>

export function PriceForm({
  service,
  today,
  marketName,
  maySetForEveryone,
}: {
  service: PricedService
  today: LocalDate
  marketName: string
  maySetForEveryone: boolean
}) {
  const { prices: text } = useText().catalogue
  const unit = unitIn(useLanguage(), service)
  const now = service.ofMarket.price ?? service.price
  const draft = useDraft<Typed>({
    baseCents: dollars(now?.baseCents),
    unitCents: dollars(now?.unitCents),
    minimumCents: dollars(now?.minimumCents),
    from: addDays(today, 1),
  })
  const [scope, setScope] = useState<ScopeChoice>({ kind: maySetForEveryone ? 'everybody' : 'market' })
  const [seen, setSeen] = useState<{ wanted: string; effect: Effect }>()
  const preview = useAction('POST /api/preview-price')
  const save = useAction('POST /api/set-price', {
    refreshes: ['GET /api/price-list', 'GET /api/special-prices', 'GET /api/services', 'GET /api/pricing'],
  })
  const wantedNow = readWanted(service.key, scope, draft.values)
  const isSeen = seen !== undefined && seen.wanted === JSON.stringify(wantedNow)
  const submit = async () => {
    if (scope.kind === 'own' && scope.chosen === null)
      throw new FormRefusal(text.chooseScope, { propertyId: text.chooseScope })
    for (const name of ['baseCents', 'unitCents', 'minimumCents'] as const)
      if (readNumber(draft.values[name], 'cents') === null)
        throw new FormRefusal(text.wrong, { [name]: text.wrong })
    if (wantedNow === null) return
    if (!isSeen) {
      const effect = await preview.mutateAsync({ body: wantedNow })
      setSeen({ wanted: JSON.stringify(wantedNow), effect })
      return
    }
    const { customersNotified } = await save.mutateAsync({ body: wantedNow })
    setSeen(undefined)
    draft.reset(draft.values)
    showToast(text.saved(customersNotified))
  }
  return (
    <Form onSubmit={submit} submitLabel={isSeen ? text.set : text.show}>
      <PriceScopeField
        choice={scope}
        marketName={marketName}
        maySetForEveryone={maySetForEveryone}
        onChoose={setScope}
      />
      <div className="grid grid-cols-3 items-end gap-3">
        <TextField label={text.base} inputMode="decimal" {...draft.field('baseCents')} />
        <TextField label={text.unit(unit.one)} inputMode="decimal" {...draft.field('unitCents')} />
        <TextField label={text.minimum} inputMode="decimal" {...draft.field('minimumCents')} />
      </div>
      <DateField label={text.from} min={addDays(today, 1)} {...draft.field('from')} />
      {isSeen && <PriceEffect effect={seen.effect} />}
    </Form>
  )
}

type Typed = Record<'baseCents' | 'unitCents' | 'minimumCents' | 'from', string>

/** Null while something cannot be read. */
function readWanted(serviceKey: string, scope: ScopeChoice, typed: Typed): Wanted | null {
  const [baseCents, unitCents, minimumCents] = [typed.baseCents, typed.unitCents, typed.minimumCents].map(
    (each) => readNumber(each, 'cents'),
  )
  if (baseCents == null || unitCents == null || minimumCents == null) return null
  if (scope.kind === 'own' && scope.chosen === null) return null
  const chosen = scope.kind === 'own' ? scope.chosen : null
  return {
    serviceKey,
    isOfMarket: scope.kind === 'market',
    groupId: chosen?.groupId ?? null,
    propertyId: chosen?.propertyId ?? null,
    baseCents: cents(baseCents),
    unitCents: cents(unitCents),
    minimumCents: cents(minimumCents),
    from: typed.from,
  }
}

function dollars(amount: number | undefined): string {
  return amount === undefined ? '' : (amount / 100).toFixed(2)
}

/** What a price or its end does to the weekly jobs that it decides. */
export function PriceEffect({ effect }: { effect: Effect }) {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  if (effect.jobs === 0) return <Banner tone="info">{text.untouched}</Banner>
  const difference = cents(effect.perWeekAfterCents - effect.perWeekBeforeCents)
  return (
    <Banner tone="info">
      <Facts
        facts={[
          [text.jobs, format.count(effect.jobs)],
          [text.visits, format.count(effect.visitsPerWeek)],
          [text.before, format.money(effect.perWeekBeforeCents)],
          [text.after, format.money(effect.perWeekAfterCents)],
          [text.difference, `${difference > 0 ? '+' : ''}${format.money(difference)}`],
          [text.customers, format.count(difference === 0 ? 0 : effect.customers)],
        ]}
      />
    </Banner>
  )
}
