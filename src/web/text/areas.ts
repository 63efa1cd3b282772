/**
 * Where the words of each area of screens come from. One file an area: `text/en/<area>.ts` and `text/es/<area>.ts`; they
 * come with the screens that use them, and what the same people need from the start comes in one file. The areas of operators stand in `operator-areas.ts`.
 */

import { inBothLanguages } from '#domain/catalogue.ts'
import type { Language } from '#domain/language.ts'
import { core as english } from './en.ts'
import type { operatorAreas } from './operator-areas.ts'

const crew = inBothLanguages(
  () => import('./en/crew-texts.ts'),
  () => import('./es/crew-texts.ts'),
)
const customer = inBothLanguages(
  () => import('./en/customer-texts.ts'),
  () => import('./es/customer-texts.ts'),
)
const week = inBothLanguages(
  () => import('./en/week-texts.ts'),
  () => import('./es/week-texts.ts'),
)

const device = inBothLanguages(
  () => import('./en/device.ts'),
  () => import('./es/device.ts'),
)

export const areas = {
  assignments: crew,
  crew,
  offline: crew,
  customer,
  onboarding: customer,
  places: customer,
  feedback: week,
  money: week,
  offers: week,
  schedule: week,
  today: week,
  checklists: inBothLanguages(
    () => import('./hosts-en/checklists.ts'),
    () => import('./hosts-es/checklists.ts'),
  ),
  commissions: inBothLanguages(
    () => import('./en/commissions.ts'),
    () => import('./es/commissions.ts'),
  ),
  complexes: inBothLanguages(
    () => import('./en/complexes.ts'),
    () => import('./es/complexes.ts'),
  ),
  device,
  diagnostics: inBothLanguages(
    () => import('./en/diagnostics.ts'),
    () => import('./es/diagnostics.ts'),
  ),
  frontDoor: inBothLanguages(
    () => import('./public-en/front-door.ts'),
    () => import('./public-es/front-door.ts'),
  ),
  invoices: inBothLanguages(
    () => import('./en/invoices.ts'),
    () => import('./es/invoices.ts'),
  ),
  maps: device,
  month: inBothLanguages(
    () => import('./hosts-en/month.ts'),
    () => import('./hosts-es/month.ts'),
  ),
  notices: inBothLanguages(
    () => import('./en/notices.ts'),
    () => import('./es/notices.ts'),
  ),
  ondemand: inBothLanguages(
    () => import('./en/ondemand.ts'),
    () => import('./es/ondemand.ts'),
  ),
  sharing: inBothLanguages(
    () => import('./hosts-en/sharing.ts'),
    () => import('./hosts-es/sharing.ts'),
  ),
  signIn: inBothLanguages(
    () => import('./public-en/sign-in.ts'),
    () => import('./public-es/sign-in.ts'),
  ),
  partners: inBothLanguages(
    () => import('./en/partners.ts'),
    () => import('./es/partners.ts'),
  ),
  weeklyList: inBothLanguages(
    () => import('./hosts-en/weekly-list.ts'),
    () => import('./hosts-es/weekly-list.ts'),
  ),
  tax: inBothLanguages(
    () => import('./en/tax.ts'),
    () => import('./es/tax.ts'),
  ),
}

/** What the first screen needs. The English is part of the first download. */
export const core = inBothLanguages(
  async () => ({ core: english }),
  () => import('./es.ts'),
)

type Areas = typeof areas & typeof operatorAreas
export type Area = keyof Areas

type TextOf<Name extends Area> = Areas[Name]['en'] extends () => Promise<Readonly<Record<Name, infer Texts>>>
  ? Texts
  : never
export type Text = typeof english & { [Name in Area]: TextOf<Name> }

export async function loadTexts<Name extends Area>(area: Name, language: Language): Promise<Text[Name]> {
  const source: Partial<Areas> = area in areas ? areas : (await import('./operator-areas.ts')).operatorAreas
  const loaded: Partial<Text> = await source[area]![language]()
  return loaded[area]!
}
