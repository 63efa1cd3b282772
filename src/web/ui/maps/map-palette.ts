/** The page's colours as WebGL takes them: whatever notation the stylesheet uses, a pixel of it is red, green, blue. */
export type Palette = Readonly<Record<(typeof NAMES)[number], string>>

const NAMES = ['sunken', 'card', 'line', 'muted', 'accent', 'accent-soft', 'info-soft'] as const

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: (typeof NAMES)[number]) => asRgb(style.getPropertyValue(`--${name}`))
  return {
    sunken: colour('sunken'),
    card: colour('card'),
    line: colour('line'),
    muted: colour('muted'),
    accent: colour('accent'),
    'accent-soft': colour('accent-soft'),
    'info-soft': colour('info-soft'),
  }
}

function asRgb(colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (context === null) return '#808080'
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
