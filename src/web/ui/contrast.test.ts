import { expect, test } from 'vitest'

// Vitest empties style sheets that are imported, so this one is read from the disk; the browser's compiler project
// does not know Node.
const fileSystem: string = 'node:fs'
const files = (await import(/* @vite-ignore */ fileSystem)) as {
  readFileSync: (path: string, encoding: 'utf8') => string
}
const css = files.readFileSync('src/web/theme.css', 'utf8')

const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')
const lightColours = coloursOf(light)
const schemes = {
  light: lightColours,
  dark: { ...lightColours, ...coloursOf(dark.split('@theme')[0] ?? '') },
}

/** Text on what it stands on: WCAG AA asks for 4.5 to 1. */
const textPairs = [
  ...['ground', 'card', 'raised', 'sunken'].flatMap((on) =>
    ['ink', 'muted', 'accent', 'danger'].map((text) => [text, on]),
  ),
  ...['good', 'warn', 'danger', 'info', 'accent'].map((tone) => [tone, `${tone}-soft`]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['good', 'raised'],
  ['info', 'raised'],
  // The sign of an exception, and what a hero says.
  ['card', 'warn'],
  ['card', 'info'],
  ['ink', 'accent-soft'],
] as [string, string][]

/** Edges of fields and rings around what has the focus: 3 to 1. */
const edgePairs = [
  ['field-line', 'card'],
  ['accent', 'ground'],
  ['accent', 'card'],
  ['warn', 'card'],
  ['danger', 'card'],
  ['info', 'card'],
  // What drawings are drawn with, and a button on a hero.
  ['accent', 'accent-soft'],
] as [string, string][]

for (const scheme of ['light', 'dark'] as const) {
  test.each(textPairs)(`%s on %s can be read in the ${scheme} scheme`, (text, on) => {
    expect(contrast(schemes[scheme][text]!, schemes[scheme][on]!)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(edgePairs)(`%s stands out from %s in the ${scheme} scheme`, (edge, on) => {
    expect(contrast(schemes[scheme][edge]!, schemes[scheme][on]!)).toBeGreaterThanOrEqual(3)
  })
}

test('the background is the one of seed §1', () => {
  expect(schemes.light['ground']).toBe('#f5f5f5')
})

function coloursOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]),
  )
}

/** WCAG 2.2, contrast ratio of relative luminances. */
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
