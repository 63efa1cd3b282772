/** Bodies and queries as Stripe takes them: forms with brackets for what is nested, and multipart for files. */
import { refuse } from './problems.ts'

export type FormValue = string | FormFile | FormObject
export type FormObject = { [name: string]: FormValue }
export type FormFile = { readonly filename: string; readonly type: string; readonly base64: string }

/** `a[b][0]=c` becomes `{ a: { b: { 0: 'c' } } }`: whether that is a list, the parameter's type says. */
export function readForm(text: string): FormObject {
  const form: FormObject = {}
  if (text === '') return form
  for (const pair of text.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2).map(decode)
    put(form, name, value)
  }
  return form
}

export function readMultipart(body: Buffer, contentType: string): FormObject {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1]
  if (boundary === undefined) refuse('Invalid multipart body: there is no boundary.')
  const form: FormObject = {}
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1)
  for (const part of parts) {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n')
    const content = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const [, name = ''] = /name="([^"]*)"/.exec(head) ?? []
    const [, filename] = /filename="([^"]*)"/.exec(head) ?? []
    const type = /content-type: *(\S+)/i.exec(head)?.[1] ?? 'application/octet-stream'
    const bytes = Buffer.from(content, 'latin1')
    if (filename === undefined) put(form, name, bytes.toString('utf8'))
    else put(form, name, { filename, type, base64: bytes.toString('base64') })
  }
  return form
}

export function isFormObject(value: FormValue | undefined): value is FormObject {
  return typeof value === 'object' && !isFormFile(value)
}

export function isFormFile(value: FormValue | undefined): value is FormFile {
  return typeof value === 'object' && typeof value['base64'] === 'string' && 'filename' in value
}

function put(form: FormObject, name: string, value: string | FormFile): void {
  const path = [name.replace(/\[.*$/s, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, inner]) => inner!)]
  let at = form
  for (const step of path.slice(0, -1)) {
    const inside = at[nameOf(at, step)]
    if (inside !== undefined && !isFormObject(inside)) refuse(`Invalid ${name}: both a value and an object.`)
    const next: FormObject = inside ?? {}
    at[nameOf(at, step)] = next
    at = next
  }
  const last = nameOf(at, path.at(-1)!)
  if (Object.hasOwn(at, last)) refuse(`Invalid request: parameter ${name} was given twice.`, { param: name })
  at[last] = value
}

/** `a[]=b&a[]=c` numbers itself. */
function nameOf(at: FormObject, step: string): string {
  return step === '' ? String(Object.keys(at).length) : step
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return refuse(`Invalid percent-encoding in ${text}.`)
  }
}
