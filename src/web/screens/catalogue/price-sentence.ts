import type { Cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { unitIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'

export type PricedService = Reply<'GET /api/price-list'>['services'][number]

type Amounts = { readonly baseCents: Cents; readonly unitCents: Cents; readonly minimumCents: Cents }

/** `$7.00 + $1.50 per bin, at least $10.00` */
export function usePriceSentence(service: PricedService): (price: Amounts) => string {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  const unit = unitIn(useLanguage(), service)
  return ({ baseCents, unitCents, minimumCents }) =>
    text.sentence(format.money(baseCents), format.money(unitCents), unit.one, format.money(minimumCents))
}
