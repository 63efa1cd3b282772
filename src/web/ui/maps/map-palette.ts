/** The page's colours as WebGL takes them: whatever notation the stylesheet uses, a pixel of it is red, green, blue. */
export type Palette = ReturnType<typeof readPalette>

export function readPalette() {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => asRgb(style.getPropertyValue(`--${name}`))
  const isNight = matchMedia('(prefers-color-scheme: dark)').matches
  return {
    // By day streets are light with an edge; by night they are the light, and an edge would make two of each.
    street: colour(isNight ? 'line' : 'card'),
    edge: colour(isNight ? 'sunken' : 'line'),
    sunken: colour('sunken'),
    card: colour('card'),
    muted: colour('muted'),
    accent: colour('accent'),
    green: colour('accent-soft'),
    water: colour('info-soft'),
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
