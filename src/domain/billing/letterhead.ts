/** Who writes a paper, and to whom, line by line: the same on the screen and in print. */
import { formatPhone } from '../accounts/phone.ts'

export type Letterhead = {
  /** Empty where nobody has said so yet, as all of it. */
  readonly legalName: string
  readonly postalAddress: string
  readonly taxNumber: string
  readonly supportEmail: string
  readonly supportPhone: string
}

export type BilledTo = {
  /** Empty for whoever is no company. */
  readonly companyName: string
  readonly billingAddress: string
  readonly taxNumber: string
  readonly poNumber: string
}

export type HeadTexts = Readonly<Record<'taxNumber' | 'billedTo' | 'po', (text: string) => string>>

/** The name first. */
export function letterheadLines(head: Letterhead, texts: HeadTexts): string[] {
  const reach = [
    head.taxNumber && texts.taxNumber(head.taxNumber),
    head.supportEmail,
    head.supportPhone && formatPhone(head.supportPhone),
  ]
  return [
    head.legalName || 'Crew',
    linesOf(head.postalAddress).join(' · '),
    reach.filter((part) => part !== '').join(' · '),
  ].filter((line) => line !== '')
}

/** The company, or the person where there is none, and what its bookkeeper looks for. */
export function billedToLines(to: BilledTo, personName: string, texts: HeadTexts): string[] {
  return [
    texts.billedTo(to.companyName || personName),
    ...linesOf(to.billingAddress),
    ...(to.taxNumber === '' ? [] : [texts.taxNumber(to.taxNumber)]),
    ...(to.poNumber === '' ? [] : [texts.po(to.poNumber)]),
  ]
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
