/** First looks at what comes from outside: from a file, the wire, a browser's storage. Nothing is known of it yet. */

/** What stands in a value of unknown shape by name; nothing where it is no object. */
export function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Undefined for what is no text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The texts among the fields of a value, by name. */
export function textsIn(value: unknown): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, field] of Object.entries(fieldsIn(value)))
    if (typeof field === 'string') texts[name] = field
  return texts
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
