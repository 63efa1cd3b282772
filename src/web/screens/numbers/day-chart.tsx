/**
 * A bar for each day. It is read by keyboard and screen reader as what it is: a slider over days that says the day and
 * its value; the table beside it has every value.
 */
import { useId, useState } from 'react'

export type Bar = { readonly key: string; readonly value: number; readonly said: string }

const WIDTH = 600
const HEIGHT = 160

export function DayChart({ label, hint, bars }: { label: string; hint: string; bars: readonly Bar[] }) {
  const id = useId()
  const [chosen, setChosen] = useState(bars.length - 1)
  const index = Math.min(chosen, bars.length - 1)
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = WIDTH / Math.max(1, bars.length)
  return (
    <div className="grid gap-2">
      <output htmlFor={id} className="nums font-semibold">
        {bars[index]?.said}
      </output>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-40 w-full rounded-lg bg-sunken"
      >
        {bars.map((bar, at) => (
          <rect
            key={bar.key}
            x={at * width}
            y={HEIGHT - (bar.value / most) * HEIGHT}
            width={Math.max(1, width - 1)}
            height={(bar.value / most) * HEIGHT}
            onPointerEnter={() => setChosen(at)}
            className={at === index ? 'fill-accent' : 'fill-accent/40'}
          />
        ))}
      </svg>
      <label htmlFor={id} className="text-sm text-muted">
        {label} · {hint}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.max(0, bars.length - 1)}
        value={Math.max(0, index)}
        aria-valuetext={bars[index]?.said}
        onChange={(event) => setChosen(Number(event.target.value))}
        className="w-full accent-accent"
      />
    </div>
  )
}
