/** Wears the colours of a scheme whatever the device prefers: the palette is read out of our own style sheet. */
export type Scheme = 'device' | 'light' | 'dark'

export function wearScheme(scheme: Scheme): void {
  const { style } = document.documentElement
  for (const name of palette('light').keys()) style.removeProperty(name)
  style.colorScheme = scheme === 'device' ? '' : scheme
  if (scheme === 'device') return
  for (const [name, value] of palette(scheme)) style.setProperty(name, value)
}

function palette(scheme: 'light' | 'dark'): Map<string, string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const light = rules.filter(isRoot)
  const dark = rules.flatMap((rule) =>
    rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-color-scheme: dark')
      ? [...rule.cssRules].filter(isRoot)
      : [],
  )
  const properties = new Map<string, string>()
  for (const rule of scheme === 'dark' ? [...light, ...dark] : light)
    for (const name of rule.style)
      if (name.startsWith('--')) properties.set(name, rule.style.getPropertyValue(name))
  return properties
}

function isRoot(rule: CSSRule): rule is CSSStyleRule {
  return rule instanceof CSSStyleRule && rule.selectorText === ':root'
}
