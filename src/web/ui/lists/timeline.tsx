/**
 * `<Timeline entries={[{ key, title, detail, note, at, tone }]} />` – what happened, oldest first. `at` is the machine's
 * time, `when` the words of it in the place's zone.
 */
export type TimelineEntry = {
  key: string
  title: string
  at: string
  when: string
  detail?: string | undefined
  note?: string | undefined
  tone?: 'plain' | 'good' | 'warn'
}

const dots = { plain: 'bg-accent', good: 'bg-good', warn: 'bg-warn' } as const

export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="grid gap-4">
      {entries.map(({ key, title, at, when, detail, note, tone = 'plain' }, index) => (
        <li key={key} className="grid grid-cols-[0.75rem_1fr] gap-3">
          <span aria-hidden="true" className="grid justify-items-center">
            <span className={`mt-1.5 size-3 rounded-full ${dots[tone]}`} />
            {index < entries.length - 1 && <span className="mt-1 -mb-4 w-0.5 flex-1 bg-line" />}
          </span>
          <div className="grid min-w-0 gap-0.5">
            <span className="font-medium">{title}</span>
            {detail && <span className="break-words">{detail}</span>}
            <time dateTime={at} className="nums text-sm text-muted">
              {when}
            </time>
            {note && <span className="text-sm text-muted">{note}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
