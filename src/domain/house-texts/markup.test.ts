import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, type Inline, isAllowedLink, readMarkup } from './markup.ts'

describe('markup', () => {
  test('has headings, paragraphs and lists', () => {
    const text = '## Terms\nOne line\nand its end.\n\n### Part\n- a\n- b\n  more\n\n1. first\n2) second'
    expect(readMarkup(text)).toEqual([
      { kind: 'heading', level: 2, content: [{ kind: 'text', text: 'Terms' }] },
      { kind: 'paragraph', content: [{ kind: 'text', text: 'One line and its end.' }] },
      { kind: 'heading', level: 3, content: [{ kind: 'text', text: 'Part' }] },
      {
        kind: 'list',
        isNumbered: false,
        items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b more' }]],
      },
      {
        kind: 'list',
        isNumbered: true,
        items: [[{ kind: 'text', text: 'first' }], [{ kind: 'text', text: 'second' }]],
      },
    ])
  })

  test('has strong words, emphasis and links between others', () => {
    expect(readMarkup('Pay **after** the *work*, see [help](/get-started/help).')).toEqual([
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'Pay ' },
          { kind: 'strong', text: 'after' },
          { kind: 'text', text: ' the ' },
          { kind: 'emphasis', text: 'work' },
          { kind: 'text', text: ', see ' },
          { kind: 'link', text: 'help', to: '/get-started/help' },
          { kind: 'text', text: '.' },
        ],
      },
    ])
  })

  test.each([
    ['/', true],
    ['/get-started/terms', true],
    ['https://example.com/a?b=c', true],
    ['mailto:help@crew.example', true],
    ['tel:+13035550100', true],
    ['//evil.example', false],
    [String.raw`/\evil.example`, false],
    ['http://example.com', false],
    ['javascript:alert(1)', false],
    ['JaVaScRiPt:alert(1)', false],
    ['data:text/html,x', false],
  ])('security 11: a link to %s is allowed: %s', (to, isAllowed) => {
    expect(isAllowedLink(to)).toBe(isAllowed)
    expect(readMarkup(`[x](${to})`).flatMap(linksOf)).toEqual(isAllowed ? [to] : [])
  })

  test('whatever is written, no link leads where none may', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 400 }), (to) => {
        for (const found of readMarkup(`[x](${to}) ${to}`).flatMap(linksOf))
          expect(isAllowedLink(found)).toBe(true)
      }),
    )
  })
})

function inlinesOf(block: Block): readonly Inline[] {
  return block.kind === 'list' ? block.items.flat() : block.content
}

function linksOf(block: Block): string[] {
  return inlinesOf(block).flatMap((inline) => (inline.kind === 'link' ? [inline.to] : []))
}
