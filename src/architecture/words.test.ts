/**
 * One word for one thing (docs/glossary.md): names that once said the same otherwise, with the word that took their
 * place. Read from the syntax tree, so sentences for people and comments may say what they like.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = ['src', 'sim', 'bench', 'e2e', 'scripts']

/** People are notified; text catalogues are texts; a hold is money on a card. */
const BANNED: readonly { readonly name: RegExp; readonly say: string }[] = [
  { name: /^(tell|tells|telling|told|hear|hears|heard)$/, say: 'notify, notified, send, receive' },
  { name: /^(tell|told|hears|heard)[A-Z_]/, say: 'notify, notified' },
  {
    name: /(Tell|Told|Heard|Unheard)(?![a-z])|_(tell|told|heard)(?![a-z])/,
    say: 'notify, notified, received',
  },
  { name: /giveBack|givenBack|gaveBack|given_back/i, say: 'release (work), refund (money)' },
  { name: /letGo|let_go_/, say: 'release' },
  { name: /^(isHeld|heldCount|heldStops?|heldDays?|heldJobs?)$|^Held[A-Z]/, say: 'assigned, assignment' },
  { name: /^heldBecause$/, say: 'waitsFor' },
  { name: /^(wordsOf|wordFor)$|^use\w*Words$|Words(Of)?$/, say: 'texts, text' },
  { name: /misfit/i, say: 'conflicting visit' },
  { name: /happenings?$/i, say: 'timeline event' },
  { name: /livingReminder/, say: 'active reminder' },
  { name: /inVain|in_vain/, say: 'wasted trip' },
  { name: /(pay|price)Book(?!ing)/, say: 'rate card' },
  { name: /^ownTask$/, say: 'name it by what it does' },
]

/** Words in the plain sense: what is looked for in a password. */
const PLAIN = new Set(['ownWords', 'isMadeOfOwnWords', 'splitWords', 'printedWords'])

test.each([
  ['a function', 'export function tellCrew() {}', ['tellCrew']],
  ['a field of a type', 'type A = { isHeld: boolean }', ['isHeld']],
  ['a key and its use', 'const a = { late_told_at: 1 }; a.late_told_at', ['late_told_at', 'late_told_at']],
  ['no sentence', "const a = 'We told the crew'", []],
  ['no comment', '/** Told apart. */ const a = 1', []],
  ['no longer word', 'const shoulder = intelligence', []],
])('finds %s', (_what, text, names) => {
  expect(bannedIn('a.ts', text).map(({ name }) => name)).toEqual(names)
})

test('every name is in the words of the glossary', () => {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => bannedIn(`${folder}/${path}`, readFileSync(join(ROOT, folder, path), 'utf8'))),
  )
  expect(found.map(({ path, line, name, say }) => `${path}:${line}: ${name}; say: ${say}`)).toEqual([])
})

type Banned = { readonly path: string; readonly line: number; readonly name: string; readonly say: string }

function bannedIn(path: string, text: string): Banned[] {
  const found: Banned[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isName(node)) {
      const banned = PLAIN.has(node.name) ? undefined : BANNED.find(({ name }) => name.test(node.name))
      if (banned !== undefined)
        found.push({
          path,
          line: text.slice(0, node.start).split('\n').length,
          name: node.name,
          say: banned.say,
        })
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(path, text).program)
  return found
}

function isName(node: object): node is { readonly name: string; readonly start: number } {
  return (
    'type' in node &&
    (node.type === 'Identifier' || node.type === 'JSXIdentifier') &&
    'name' in node &&
    typeof node.name === 'string' &&
    'start' in node
  )
}
