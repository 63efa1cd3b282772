/** `<ProgressBar label=… value={0.4} />` – from 0 to 1; without a value it only says that something is going on. */
type ProgressBarProps = { label: string; value?: number; detail?: string }

export function ProgressBar({ label, value, detail }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-3 text-sm">
        <span className="font-medium">{label}</span>
        <span className="nums text-muted">{detail ?? (percent === undefined ? '' : `${percent}%`)}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full rounded-full bg-accent transition-[width] ${percent === undefined ? 'animate-wait w-full' : ''}`}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
