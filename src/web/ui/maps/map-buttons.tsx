/** Nearer, farther, and back to everything: for whoever has no wheel and no two fingers. */
import { useText } from '#web/text/store.ts'
import type { MapHandle } from './create-map.ts'

const SHAPES = {
  in: 'M4 12h16M12 4v16',
  out: 'M4 12h16',
  all: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
} as const

export function MapButtons({ map, onShowAll }: { map: MapHandle; onShowAll?: () => void }) {
  const { maps } = useText()
  return (
    <div className="absolute end-2 top-2 z-10 grid overflow-hidden rounded-xl border border-line bg-card shadow-card">
      <MapButton label={maps.zoomIn} shape="in" onClick={() => map.zoomBy(1)} />
      <MapButton label={maps.zoomOut} shape="out" onClick={() => map.zoomBy(-1)} />
      {onShowAll && <MapButton label={maps.showAll} shape="all" onClick={onShowAll} />}
    </div>
  )
}

type MapButtonProps = { label: string; shape: keyof typeof SHAPES; onClick: () => void }

function MapButton({ label, shape, onClick }: MapButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onClick}
      className="grid size-10 place-items-center text-ink -outline-offset-3 hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" width={18} height={18} fill="none" stroke="currentColor" strokeWidth={2}>
        <path d={SHAPES[shape]} />
      </svg>
    </button>
  )
}
