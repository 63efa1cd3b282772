/** What stands at one spot, such as the doors of a building, as a list: zooming in would not part them. */
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { MapStop } from './map-stop.ts'

type SameSpotProps = {
  stops: readonly MapStop[]
  onSelect: ((id: string) => void) | undefined
  onClose: () => void
}

export function SameSpot({ stops, onSelect, onClose }: SameSpotProps) {
  const { maps } = useText()
  return (
    <section
      aria-label={maps.sameSpot}
      className="absolute inset-x-2 bottom-2 z-10 grid max-h-3/4 overflow-y-auto rounded-xl border border-line bg-card shadow-high"
    >
      <header className="sticky top-0 flex items-center justify-between gap-2 bg-card ps-4">
        <h3 className="text-sm font-semibold">{maps.sameSpot}</h3>
        <IconButton icon="close" label={maps.close} onClick={onClose} />
      </header>
      <ul className="divide-y divide-line">
        {stops.map(({ id, label }) => (
          <li key={id}>
            {onSelect ? (
              <button
                type="button"
                onClick={() => onSelect(id)}
                className="min-h-11 w-full px-4 py-2 text-left -outline-offset-2! hover:bg-sunken"
              >
                {label}
              </button>
            ) : (
              <p className="px-4 py-2">{label}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
