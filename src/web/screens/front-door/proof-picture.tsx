/** What a customer gets after each visit, drawn: the photo, when, and how near to the place it was taken. */
import { useText } from '#web/text/store.ts'
import { Icon } from '#web/ui/icon.tsx'

export function ProofPicture() {
  const { proof } = useText().frontDoor
  return (
    <figure className="mx-auto w-full max-w-sm rotate-1 overflow-hidden rounded-2xl border border-line bg-card shadow-card">
      <svg viewBox="0 0 400 250" role="img" aria-label={proof.picture} className="h-auto w-full">
        <rect width="400" height="250" className="fill-info-soft" />
        <path d="M0 150h400v100H0z" className="fill-good-soft" />
        <path d="M0 196h400v54H0z" className="fill-line" />
        <path d="M40 40h150v120H40z" className="fill-card stroke-line" strokeWidth="4" />
        <path d="M40 70h150M40 100h150M40 130h150" className="stroke-line" strokeWidth="3" />
        {[230, 290].map((x) => (
          <g key={x} className="stroke-ink" strokeWidth="4" strokeLinejoin="round">
            <path d={`M${x} 112h46l-6 86h-34z`} className={x === 230 ? 'fill-accent' : 'fill-info'} />
            <path d={`M${x - 5} 98h56v14h-56z`} className={x === 230 ? 'fill-accent' : 'fill-info'} />
            <circle cx={x + 12} cy="200" r="7" className="fill-card" />
          </g>
        ))}
      </svg>
      <figcaption className="grid gap-1 p-4">
        <span className="flex items-center gap-2 font-semibold text-good">
          <Icon name="check" /> {proof.done}
        </span>
        <span className="text-sm text-muted">{proof.facts}</span>
      </figcaption>
    </figure>
  )
}
