/** A street on its day: the bins are at the curb, the truck is there. Drawn in code, in the page's own colors. */
import { useText } from '#web/text/store.ts'

export function StreetPicture() {
  const { hero } = useText().frontDoor
  return (
    <svg viewBox="0 0 560 400" role="img" aria-label={hero.picture} className="h-auto w-full">
      <rect width="560" height="400" rx="28" className="fill-accent-soft" />
      <circle cx="452" cy="84" r="34" className="fill-warn-soft stroke-warn" strokeWidth="3" />
      <path d="M0 236l84-62 66 44 92-86 96 84 70-52 152 92v24H0z" className="fill-card opacity-60" />
      <House />
      <Tree x={60} />
      <Tree x={432} />
      <path d="M0 322h560v50a28 28 0 0 1-28 28H28a28 28 0 0 1-28-28z" className="fill-muted opacity-30" />
      <path d="M0 322h560" className="stroke-line" strokeWidth="6" />
      <path d="M30 364h60m40 0h60m40 0h60m40 0h60m40 0h60m40 0h30" className="stroke-card" strokeWidth="5" />
      <Bin x={118} className="fill-accent" />
      <Bin x={158} className="fill-info" />
      <Truck />
    </svg>
  )
}

function House() {
  return (
    <g strokeLinejoin="round">
      <rect x="150" y="180" width="196" height="140" className="fill-card stroke-ink" strokeWidth="4" />
      <path d="M130 186L248 96l118 90z" className="fill-accent stroke-ink" strokeWidth="4" />
      <rect x="290" y="112" width="26" height="44" className="fill-card stroke-ink" strokeWidth="4" />
      <rect
        x="228"
        y="238"
        width="44"
        height="82"
        rx="4"
        className="fill-warn-soft stroke-ink"
        strokeWidth="4"
      />
      <circle cx="262" cy="282" r="4" className="fill-ink" />
      <path
        d="M172 212h40v40h-40zM192 212v40M172 232h40M288 212h40v40h-40zM308 212v40M288 232h40"
        className="fill-info-soft stroke-ink"
        strokeWidth="4"
      />
    </g>
  )
}

function Tree({ x }: { x: number }) {
  return (
    <g>
      <path d={`M${x} 320v-70`} className="stroke-ink" strokeWidth="6" strokeLinecap="round" />
      <ellipse cx={x} cy="228" rx="38" ry="48" className="fill-good opacity-80" />
    </g>
  )
}

function Bin({ x, className }: { x: number; className: string }) {
  return (
    <g className="stroke-ink" strokeWidth="3.5" strokeLinejoin="round">
      <path d={`M${x} 274h32l-4 50h-24z`} className={className} />
      <path d={`M${x - 3} 264h38v10h-38z`} className={className} />
      <circle cx={x + 8} cy="326" r="5" className="fill-card" />
    </g>
  )
}

function Truck() {
  return (
    <g className="stroke-ink" strokeWidth="4" strokeLinejoin="round">
      <rect x="338" y="262" width="112" height="76" rx="6" className="fill-accent" />
      <path d="M450 284h44l28 28v26h-72z" className="fill-card" />
      <path d="M462 294h28l16 18h-44z" className="fill-info-soft" strokeWidth="3" />
      <path
        d="M366 300l16 16 34-34"
        className="fill-none stroke-card"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <circle cx="376" cy="342" r="19" className="fill-ink" />
      <circle cx="376" cy="342" r="7" className="fill-card" strokeWidth="0" />
      <circle cx="484" cy="342" r="19" className="fill-ink" />
      <circle cx="484" cy="342" r="7" className="fill-card" strokeWidth="0" />
    </g>
  )
}
