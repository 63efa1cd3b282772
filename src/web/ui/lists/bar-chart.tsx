/**
 * A bar for each day or month, and in outline beside it what it is compared with. It is read by keyboard and screen
 * reader as what it is: a slider that says one bar after the other; the table beside it has every value.
 */
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { Axes, Bar, PictureProps } from './chart-parts.ts'

type BarChartProps = {
  label: string
  hint: string
  bars: readonly Bar[]
  /** Where what the chosen bar stands for is shown; null where there is nothing to show. */
  linkOf?: (index: number) => { readonly to: string; readonly text: string } | null
  /** With them the bars are drawn by a library, once it is there. */
  axes?: Axes
}

/** What draws axes is large: the bars alone are there at once, and stay where it does not come. */
const AxisPicture = lazy(async () => ({
  default: await import('./axis-picture.tsx').then(
    (part) => part.AxisPicture,
    () => BareBars,
  ),
}))

const WIDTH = 600
const HEIGHT = 160

export function BarChart({ label, hint, bars, linkOf, axes }: BarChartProps) {
  const id = useId()
  const [chosen, setChosen] = useState(bars.length - 1)
  const index = Math.min(chosen, bars.length - 1)
  const link = linkOf?.(index)
  const drawn = { bars, index, onChoose: setChosen }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output htmlFor={id} className="nums font-semibold">
          {bars[index]?.said}
        </output>
        {link && <Link to={link.to}>{link.text}</Link>}
      </div>
      {axes === undefined ? (
        <BareBars {...drawn} />
      ) : (
        <Suspense fallback={<BareBars {...drawn} />}>
          <AxisPicture {...drawn} {...axes} />
        </Suspense>
      )}
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

/** Drawn at once: nothing is downloaded for it. */
function BareBars(props: PictureProps) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      height={HEIGHT}
      className="w-full rounded-lg bg-sunken text-accent"
    >
      <Drawn {...props} />
    </svg>
  )
}

function Drawn({ bars, index, onChoose }: PictureProps) {
  const most = Math.max(1, ...bars.map(({ value, valueBefore = 0 }) => Math.max(value, valueBefore)))
  const width = WIDTH / Math.max(1, bars.length)
  const isCompared = bars.some(({ valueBefore }) => valueBefore !== undefined)
  const gap = isCompared ? width / 8 : 0
  const barWidth = isCompared ? width / 2 - gap : width - 1
  const heightOf = (value: number) => (value / most) * HEIGHT
  return bars.map((bar, at) => (
    <g key={bar.key} onPointerEnter={() => onChoose(at)}>
      {isCompared && <rect x={at * width} width={width} height={HEIGHT} fill="transparent" />}
      {bar.valueBefore !== undefined && (
        <rect
          x={at * width + gap}
          y={HEIGHT - heightOf(bar.valueBefore)}
          width={barWidth}
          height={heightOf(bar.valueBefore)}
          fill="none"
          stroke="currentColor"
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <rect
        x={at * width + (isCompared ? width / 2 : 0)}
        y={HEIGHT - heightOf(bar.value)}
        width={Math.max(1, barWidth)}
        height={heightOf(bar.value)}
        fill="currentColor"
        fillOpacity={at === index ? 1 : 0.45}
      />
    </g>
  ))
}
