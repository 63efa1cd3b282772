/** `<DoneTick />` – a tick that is drawn once when something is done. Decorative: the words stand beside it. */
export function DoneTick({ size = 56 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 56 56" className="shrink-0">
      <circle cx="28" cy="28" r="28" className="fill-accent-soft" />
      <path
        d="M16 29l8 8 16-18"
        pathLength="1"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="animate-draw stroke-accent"
      />
    </svg>
  )
}
