/**
 * The bars of a chart with its axes, drawn by Chart.js. It is a picture only: the slider and the table of `BarChart` say
 * what stands in it.
 */
import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js'
import { useEffect, useRef } from 'react'
import type { Axes, PictureProps } from './chart-parts.ts'

Chart.register(BarController, BarElement, CategoryScale, LinearScale)

type AxisPictureProps = PictureProps & Axes
type Asked = { current: Omit<AxisPictureProps, 'bars'> }

/** Bars that are not chosen stand back. */
const QUIET = 0.45

export function AxisPicture({ bars, ...rest }: AxisPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chart = useRef<Chart>(null)
  // What a chart asks for whenever it is drawn again.
  const asked = useRef(rest)
  useEffect(() => {
    const drawnOn = canvas.current
    if (!drawnOn?.getContext('2d')) return undefined
    const made = drawBars(drawnOn, bars, asked)
    chart.current = made
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    const again = () => made.update('none')
    scheme.addEventListener('change', again)
    return () => {
      scheme.removeEventListener('change', again)
      chart.current = null
      made.destroy()
    }
  }, [bars])
  useEffect(() => {
    asked.current = rest
    chart.current?.update('none')
  })
  return (
    <div className="h-56 border-line text-muted" aria-hidden="true">
      <canvas ref={canvas} className="text-accent" />
    </div>
  )
}

function drawBars(canvas: HTMLCanvasElement, bars: PictureProps['bars'], asked: Asked): Chart {
  const { fontFamily: family } = getComputedStyle(canvas)
  // A canvas does not take over the colours of the page by itself, nor when they change.
  const muted = () => getComputedStyle(canvas.parentElement ?? canvas).color
  const line = () => getComputedStyle(canvas.parentElement ?? canvas).borderTopColor
  const bar = ({ dataIndex }: { dataIndex: number }) =>
    withOpacity(getComputedStyle(canvas).color, dataIndex === asked.current.index ? 1 : QUIET)
  const ticks = { color: muted, font: { family, size: 12 }, maxRotation: 0 }
  const data = bars.map(({ value }) => value)
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.map(({ key }) => key),
      datasets: [{ data, backgroundColor: bar, hoverBackgroundColor: bar }],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      onHover: (_event, [found]) => {
        if (found !== undefined && found.index !== asked.current.index) asked.current.onChoose(found.index)
      },
      scales: {
        x: {
          grid: { display: false },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 8, callback: (_value, at) => asked.current.nameOf(at) },
        },
        y: {
          beginAtZero: true,
          grid: { color: line },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 5, callback: (value) => asked.current.sayTick(Number(value)) },
        },
      },
    },
  })
}

/** `rgb(20, 88, 63)` becomes `rgba(20, 88, 63, 0.45)`; what is written otherwise stays. */
function withOpacity(colour: string, opacity: number): string {
  return colour.startsWith('rgb(') ? colour.replace('rgb(', 'rgba(').replace(')', `, ${opacity})`) : colour
}
