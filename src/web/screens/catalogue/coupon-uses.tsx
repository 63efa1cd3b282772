/** What a coupon gives, within which limits, and to whom it gave how much. */
import type { Cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

export function CouponUses({ code }: { code: string }) {
  const { uses: text } = useText().catalogue.coupons
  const format = useFormat()
  const services = useServices()
  const pages = useEndpointPages('GET /api/coupon-uses', { query: { code } }, (page) => page.uses)
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <SkeletonCard rows={3} />
  if (pages.rows.length === 0) return <p className="text-sm text-muted">{text.none}</p>
  return (
    <>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {pages.rows.map((use) => (
          <li key={use.id} className="flex items-baseline justify-between gap-3 py-1.5">
            <span className="min-w-0">
              <Link to={linkTo('operatorPerson', { person_id: use.customerId })}>{use.customerName}</Link>
              <span className="block text-sm text-muted">
                {services.name(use.serviceKey)} · {format.dateTime(use.usedAt)}
                {use.visitId === null && ` · ${text.booked}`}
              </span>
            </span>
            <Money amountCents={use.amountCents} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </>
  )
}

type Gift = { readonly creditCents: Cents | null; readonly shareBasisPoints: number | null }

export type Limits = {
  readonly mostUses: number | null
  readonly mostUsesEach: number | null
  readonly budgetCents: Cents | null
  readonly from: LocalDate | null
  readonly until: LocalDate | null
  readonly endedFrom: LocalDate | null
  readonly isOfMarket: boolean
  readonly serviceKey: string | null
  readonly isFirstOrderOnly: boolean
}

/** `$10 to each customer`, `15% of each visit` */
export function useGiftText() {
  const { coupons: text } = useText().catalogue
  const format = useFormat()
  return ({ creditCents, shareBasisPoints }: Gift): string =>
    creditCents === null
      ? text.gives.share(format.percent(shareBasisPoints ?? 0))
      : text.gives.amount(format.money(creditCents))
}

export function useLimitTexts(marketName: string) {
  const { coupons: text } = useText().catalogue
  const format = useFormat()
  const services = useServices()
  return (limits: Limits): string[] => [
    limits.isOfMarket ? text.limits.market(marketName) : text.limits.everywhere,
    limits.serviceKey === null ? text.limits.anyService : services.name(limits.serviceKey),
    ...(limits.isFirstOrderOnly ? [text.limits.firstOnly] : []),
    ...(limits.mostUses === null ? [] : [text.limits.uses(limits.mostUses)]),
    ...(limits.mostUsesEach === null ? [] : [text.limits.usesEach(limits.mostUsesEach)]),
    ...(limits.budgetCents === null ? [] : [text.limits.budget(format.money(limits.budgetCents))]),
    ...(limits.from === null ? [] : [text.limits.from(format.date(limits.from))]),
    ...(limits.until === null ? [] : [text.limits.until(format.date(limits.until))]),
    ...(limits.endedFrom === null ? [] : [text.limits.ended(format.date(limits.endedFrom))]),
  ]
}
