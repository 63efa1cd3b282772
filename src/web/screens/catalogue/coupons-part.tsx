/** Coupons of the city on the desk and of every city; one opens in the panel beside. */
import { useSearchParams } from 'react-router'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { CouponPanel, NewCouponPanel } from './coupon-panel.tsx'
import { useGiftText } from './coupon-uses.tsx'

const NEW = 'new coupon'
export type ListedCoupon = Reply<'GET /api/coupon-list'>['coupons'][number]

export function CouponsPart() {
  const { coupons: text } = useText().catalogue
  const [search, setSearch] = useSearchParams()
  const opened = search.get('edit')
  const pages = useEndpointPages('GET /api/coupon-list', { query: {} }, (page) => page.coupons)
  const open = (code: string | null) =>
    setSearch(code === null ? { show: 'coupons' } : { show: 'coupons', edit: code }, {
      replace: opened !== null,
    })
  if (pages.isError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  const [first] = pages.data?.pages ?? []
  if (first === undefined) return <SkeletonCard rows={6} />
  const facts = { today: first.today, marketName: first.marketName, isForAll: first.mayWriteForEveryone }
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-3 text-muted">
        <span>{text.hint}</span>
        <Button icon="plus" onClick={() => open(NEW)}>
          {text.add}
        </Button>
      </p>
      <div className={opened === null ? '' : 'grid items-start gap-4 xl:grid-cols-[1fr_30rem]'}>
        <Card title={text.title} isFlush>
          {pages.rows.length === 0 && <EmptyState icon="gift" title={text.none} />}
          <ul className="divide-y divide-line">
            {pages.rows.map((coupon) => (
              <Row
                key={coupon.code}
                coupon={coupon}
                isOpened={coupon.code === opened}
                onOpen={() => open(coupon.code)}
              />
            ))}
          </ul>
          {pages.hasNextPage && (
            <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {text.more}
            </Button>
          )}
        </Card>
        {opened === NEW && <NewCouponPanel {...facts} onSaved={open} onClose={() => open(null)} />}
        {opened !== null && opened !== NEW && (
          <CouponPanel key={opened} code={opened} {...facts} onClose={() => open(null)} />
        )}
      </div>
    </>
  )
}

const TONES = { coming: 'info', running: 'good', used_up: 'warn', over: 'neutral' } as const

function Row({ coupon, isOpened, onOpen }: { coupon: ListedCoupon; isOpened: boolean; onOpen: () => void }) {
  const { coupons: text } = useText().catalogue
  const format = useFormat()
  const gift = useGiftText()
  return (
    <li
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 sm:px-5 ${isOpened ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{coupon.name}</span>
          <Badge tone={TONES[coupon.state]}>{text.states[coupon.state]}</Badge>
        </span>
        <span className="block text-sm text-muted">
          {coupon.code} · {gift(coupon)}
        </span>
        <span className="block text-sm text-muted">
          {text.given(format.money(coupon.givenCents), coupon.useCount)}
          {coupon.budgetCents !== null && ` · ${text.ofBudget(format.money(coupon.budgetCents))}`}
        </span>
      </span>
      <Button
        tone={isOpened ? 'primary' : 'quiet'}
        aria-label={text.openOf(coupon.name)}
        aria-expanded={isOpened}
        onClick={onOpen}
      >
        {text.open}
      </Button>
    </li>
  )
}
