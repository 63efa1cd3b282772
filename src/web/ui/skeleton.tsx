/** `<Skeleton rows={3} />` – the grey shape of a list to come; `<SkeletonCard />` of a card. Announced once. */
import { useText } from '#web/text/store.ts'

export function Skeleton({ rows = 3 }: { rows?: number }) {
  const { ui } = useText()
  return (
    <output aria-label={ui.loading} className="block divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="animate-wait flex items-center gap-3 px-4 py-4 sm:px-5">
          <span className="size-10 shrink-0 rounded-xl bg-line" />
          <span className="grid flex-1 gap-2">
            <span className="h-3.5 w-2/3 rounded-full bg-line" />
            <span className="h-3 w-1/3 rounded-full bg-line" />
          </span>
        </span>
      ))}
    </output>
  )
}

export function SkeletonCard({ rows = 3 }: { rows?: number }) {
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-card">
      <Skeleton rows={rows} />
    </div>
  )
}
