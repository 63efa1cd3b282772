/**
 * The plain markup of texts that operators write: headings (`##`, `###`), paragraphs, lists (`-`, `1.`), `**strong**`,
 * `*emphasis*` and `[links](https://…)`. It is read into data that a screen draws; no piece of it is ever HTML.
 */

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly (readonly Inline[])[] }

/** What stands between empty lines is a block; a heading is one line. */
export function readMarkup(text: string): Block[] {
  return text
    .replaceAll('\r', '')
    .split(/\n(?:[ \t]*\n)+|\n(?=#{2,3} )|(?<=^#{2,3} .*)\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(readBlock)
}

const HEADING = /^(#{2,3}) +(.+)$/
const BULLET = /^[-*] +/
const NUMBER = /^\d{1,3}[.)] +/

function readBlock(block: string): Block {
  const heading = HEADING.exec(block)
  if (heading !== null)
    return { kind: 'heading', level: heading[1] === '##' ? 2 : 3, content: readInline(heading[2]!) }
  const lines = block.split('\n').map((line) => line.trim())
  for (const [mark, isNumbered] of [
    [BULLET, false],
    [NUMBER, true],
  ] as const)
    if (mark.test(lines[0]!)) return { kind: 'list', isNumbered, items: itemsOf(lines, mark) }
  return { kind: 'paragraph', content: readInline(lines.join(' ')) }
}

/** A line without a mark goes on with the item above it. */
function itemsOf(lines: readonly string[], mark: RegExp): Inline[][] {
  const items: string[] = []
  for (const line of lines) {
    if (mark.test(line)) items.push(line.replace(mark, ''))
    else items.push(`${items.pop() ?? ''} ${line}`.trim())
  }
  return items.map(readInline)
}

const MARKED = /\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g

function readInline(text: string): Inline[] {
  const found: Inline[] = []
  let after = 0
  for (const match of text.matchAll(MARKED)) {
    if (match.index > after) found.push({ kind: 'text', text: text.slice(after, match.index) })
    found.push(markedAs(match))
    after = match.index + match[0].length
  }
  if (after < text.length) found.push({ kind: 'text', text: text.slice(after) })
  return found
}

function markedAs([whole, strong, emphasis, label, to]: RegExpExecArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  return label !== undefined && to !== undefined && isAllowedLink(to)
    ? { kind: 'link', text: label, to }
    : { kind: 'text', text: whole }
}

/** A page of ours, another site over TLS, a mail or a call; never a script, nor a path that is another site. */
export function isAllowedLink(to: string): boolean {
  return /^(https:\/\/|mailto:|tel:|\/(?![/\\]))[\x21-\x7e]+$/.test(to) || to === '/'
}
