/** How much is to be hauled away, in things that people know: nobody has a cubic yard before their eyes. */

import { useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import type { OrderPlace } from './order-draft.ts'

/** In cubic yards; our truck takes sixteen. */
const VOLUMES = [1, 2, 4, 8, 16] as const
const TRUCK = 16

type VolumeFieldProps = {
  serviceKey: string
  place: OrderPlace
  value: number
  onChange: (quantity: number) => void
}

export function VolumeField({ serviceKey, place, value, onChange }: VolumeFieldProps) {
  const { volume: texts } = useText().ondemand
  const format = useFormat()
  const items = VOLUMES.map((quantity) => ({ serviceKey, quantity }))
  const { lat, lng } = place
  const priced = useEndpoint('POST /api/price-street', { body: { lat, lng, items } }, { staleMs: 600_000 })
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 text-sm font-semibold">{texts.title}</legend>
      {VOLUMES.map((quantity) => {
        const price = priced.data?.prices.find((each) => each.quantity === quantity)
        return (
          <label
            key={quantity}
            className="flex min-h-16 cursor-pointer items-center gap-4 rounded-xl border border-line bg-card px-4 py-2 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="volume"
              className="size-5 shrink-0 accent-accent"
              checked={value === quantity}
              onChange={() => onChange(quantity)}
            />
            <Load share={quantity / TRUCK} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{texts.of[quantity]}</span>
              <span className="block text-sm text-muted">{texts.yards(quantity)}</span>
            </span>
            {price && <span className="nums font-semibold">{format.money(price.totalCents)}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}

/** The truck, as full as it would be. */
function Load({ share }: { share: number }) {
  const height = 26 * share
  return (
    <svg viewBox="0 0 72 44" width={72} height={44} aria-hidden className="shrink-0">
      <rect x="3" y={34 - height} width="44" height={height} className="fill-accent" />
      <path
        d="M2 6v28h46V6M48 16h12l9 9v9H48"
        className="fill-none stroke-ink"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="37" r="5" className="fill-ink" />
      <circle cx="57" cy="37" r="5" className="fill-ink" />
    </svg>
  )
}
