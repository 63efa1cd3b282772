/** The page's colours as WebGL takes them: whatever notation the stylesheet uses, a pixel of it is red, green, blue. */
export type Palette = Readonly<Record<(typeof NAMES)[number], string>>

const NAMES = ['ground', 'sunken', 'card', 'line', 'field-line', 'muted', 'ink', 'accent'] as const

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: (typeof NAMES)[number]) => asRgb(style.getPropertyValue(`--${name}`))
  return {
    ground: colour('ground'),
    sunken: colour('sunken'),
    card: colour('card'),
    line: colour('line'),
    'field-line': colour('field-line'),
    muted: colour('muted'),
    ink: colour('ink'),
    accent: colour('accent'),
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
