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
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className={`h-2 w-full appearance-none overflow-hidden rounded-full bg-line ${barLook} ${percent === undefined ? 'animate-wait bg-accent' : ''}`}
      />
    </div>
  )
}

/** Both engines draw the bar by parts of their own. */
const barLook =
  '[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-accent'
