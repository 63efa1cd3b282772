/** The words of a PDF as a reader would copy them: what our own papers use of the format, and no more. */
import { inflateSync } from 'node:zlib'

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g

/** One entry a page: its pieces of text in the order in which they were written. */
export function readPdf(file: Buffer): string[][] {
  const { bodyOf, pages } = openPdf(file)
  return pages.map((page) => {
    const resources = bodyOf(/\/Resources (\d+) 0 R/.exec(page)![1]!)
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => [
        name!,
        lettersOf(bodyOf, font!),
      ]),
    )
    return piecesOf(operatorsOf(bodyOf, page), fonts)
  })
}

/** What draws each page: numbers and operators (PDF 32000, annex A). */
export function readDrawing(file: Buffer): string[] {
  const { bodyOf, pages } = openPdf(file)
  return pages.map((page) => operatorsOf(bodyOf, page))
}

type BodyOf = (id: string) => string

function openPdf(file: Buffer): { bodyOf: BodyOf; pages: string[] } {
  const objects = new Map([...file.toString('latin1').matchAll(OBJECT)].map(([, id, body]) => [id!, body!]))
  const bodyOf = (id: string) => objects.get(id) ?? ''
  const pages = /\/Kids \[([^\]]*)\]/.exec(
    [...objects.values()].find((body) => body.includes('/Type /Pages'))!,
  )![1]!
  return { bodyOf, pages: idsIn(pages).map(bodyOf) }
}

function operatorsOf(bodyOf: BodyOf, page: string): string {
  return contentOf(bodyOf(/\/Contents (\d+) 0 R/.exec(page)![1]!))
}

type Letters = (hex: string) => string

function piecesOf(content: string, fonts: ReadonlyMap<string, Letters>): string[] {
  const pieces: string[] = []
  let letters: Letters = String
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g))
    if (font !== undefined) letters = fonts.get(font)!
    else pieces.push([...shown!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => letters(hex!)).join(''))
  return pieces
}

/** A standard font's codes are those of Windows; an embedded one says which letters its glyphs stand for. */
function lettersOf(bodyOf: BodyOf, font: string): Letters {
  const map = /\/ToUnicode (\d+) 0 R/.exec(bodyOf(font))?.[1]
  if (map === undefined) return (hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
  const glyphs: string[] = []
  for (const [, first, listed] of contentOf(bodyOf(map)).matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [at, [, hex]] of [...listed!.matchAll(/<([0-9a-f ]*)>/g)].entries())
      glyphs[Number.parseInt(first!, 16) + at] = Buffer.from(hex!.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le')
  return (hex) => (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs[Number.parseInt(glyph, 16)] ?? '').join('')
}

function contentOf(body: string): string {
  const stream = /stream\n([\s\S]*)\nendstream/.exec(body)![1]!
  const bytes = Buffer.from(stream, 'latin1')
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

function idsIn(list: string): string[] {
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => id!)
}
