/** Draws what an operator wrote; every piece is an element of ours, so that no text can be more than text. */
import { type Block, type Inline, readMarkup } from '#domain/house-texts/markup.ts'
import { ExternalLink, Link } from '#web/ui/link.tsx'

export function MarkupView({ text }: { text: string }) {
  return (
    <div className="grid max-w-prose gap-4 leading-relaxed">
      {numbered(readMarkup(text)).map(([key, block]) => (
        <BlockView key={key} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    const content = <Inlines content={block.content} />
    return block.level === 2 ? (
      <h2 className="pt-3 text-xl font-semibold">{content}</h2>
    ) : (
      <h3 className="text-lg font-semibold">{content}</h3>
    )
  }
  if (block.kind === 'paragraph')
    return (
      <p>
        <Inlines content={block.content} />
      </p>
    )
  const items = numbered(block.items).map(([key, item]) => (
    <li key={key}>
      <Inlines content={item} />
    </li>
  ))
  return block.isNumbered ? (
    <ol className="grid list-decimal gap-1.5 pl-6">{items}</ol>
  ) : (
    <ul className="grid list-disc gap-1.5 pl-6">{items}</ul>
  )
}

function Inlines({ content }: { content: readonly Inline[] }) {
  return numbered(content).map(([key, inline]) => {
    if (inline.kind === 'strong') return <strong key={key}>{inline.text}</strong>
    if (inline.kind === 'emphasis') return <em key={key}>{inline.text}</em>
    if (inline.kind === 'text') return <span key={key}>{inline.text}</span>
    return inline.to.startsWith('/') ? (
      <Link key={key} to={inline.to}>
        {inline.text}
      </Link>
    ) : (
      <ExternalLink key={key} href={inline.to}>
        {inline.text}
      </ExternalLink>
    )
  })
}

/** Written once and drawn whole: a piece is known by its place. */
function numbered<Piece>(pieces: readonly Piece[]): [number, Piece][] {
  return pieces.map((piece, index) => [index, piece])
}
