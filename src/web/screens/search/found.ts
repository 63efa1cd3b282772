/** What stands in the search's list, and where each leads. */
import type { Reply } from '#web/api.ts'
import { operatorUrls } from '#web/operator-urls.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { linkTo, type OperatorKey } from '#web/urls.ts'

export type Found = Reply<'POST /api/search'>['found'][number]
type Kind = Found['kind']

export type Choice = {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  readonly to: string
  readonly badge?: string
  /** What can be pinned and is remembered; pages of the house are not. */
  readonly found?: Found
}

const ICONS: Record<Kind, IconName> = {
  customer: 'user',
  crew: 'truck',
  operator: 'users',
  place: 'home',
  complex: 'building',
  group: 'list',
  note: 'message',
  visit: 'calendar',
  job: 'clock',
  order: 'plus',
  payment: 'card',
  invoice: 'list',
  payout: 'money',
}

/** Things without a page of their own open the person whose they are, at the part where they stand. */
function placeOf({ kind, id, ownerId }: Found): string {
  const person = (show?: string) => linkTo('operatorPerson', { person_id: ownerId }, { show })
  if (kind === 'visit') return linkTo('visit', { visit_id: id })
  if (kind === 'payment') return linkTo('operatorPayment', { payment_id: id })
  if (kind === 'invoice') return linkTo('operatorInvoices', {}, { id })
  if (kind === 'place') return linkTo('operatorPlace', { place_id: id })
  if (kind === 'complex') return linkTo('operatorComplex', { complex_id: id })
  if (kind === 'job') return linkTo('operatorJob', { job_id: id })
  if (kind === 'group') return person('places')
  if (kind === 'payout') return linkTo('operatorPayout', { payout_id: id })
  if (kind === 'note') return person('notes')
  return person()
}

export function choiceOf(found: Found, names: Record<Kind, string>, removed: string): Choice {
  const { kind, id, title, detail, ownerName, isRemoved } = found
  return {
    key: `${kind}:${id}`,
    icon: ICONS[kind],
    title,
    detail: [kind === 'note' ? '' : detail, ownerName].filter(Boolean).join(' · '),
    to: placeOf(found),
    badge: isRemoved ? `${names[kind]}, ${removed}` : names[kind],
    found,
  }
}

/** Pages whose title has a word that begins so; all of them stand in the navigation. */
export function pagesFor(typed: string, titles: Record<OperatorKey, string>): Choice[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return []
  return navigationKeys()
    .filter((key) => ` ${fold(titles[key])}`.includes(` ${wanted}`))
    .map((key) => ({ key, icon: iconOf(key), title: titles[key], detail: '', to: operatorUrls[key].path }))
}

function navigationKeys(): OperatorKey[] {
  const keys: OperatorKey[] = []
  for (const key of Object.keys(operatorUrls)) if (isKey(key) && 'nav' in operatorUrls[key]) keys.push(key)
  return keys
}

function isKey(key: string): key is OperatorKey {
  return Object.hasOwn(operatorUrls, key)
}

function iconOf(key: OperatorKey): IconName {
  const url = operatorUrls[key]
  return 'icon' in url ? url.icon : 'chevron-right'
}

/** As titles are compared: without capitals and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
