import { describe, expect, it } from 'vitest'
import { billedToLines, letterheadLines } from './letterhead.ts'
import { headTexts } from './letterhead-texts.ts'

const NOBODY = { legalName: '', postalAddress: '', taxNumber: '', supportEmail: '', supportPhone: '' }

describe('the head of a paper', () => {
  it('says who writes it, where they sit, their number, and how to reach them', () => {
    const head = {
      legalName: 'Crew Denver LLC',
      postalAddress: '1801 California St\n\n Denver, CO 80202 ',
      taxNumber: '84-1234567',
      supportEmail: 'denver@crew.test',
      supportPhone: '+13035550100',
    }
    expect(letterheadLines(head, headTexts.en)).toEqual([
      'Crew Denver LLC',
      '1801 California St · Denver, CO 80202',
      'Tax ID 84-1234567 · denver@crew.test · (303) 555-0100',
    ])
    expect(letterheadLines(head, headTexts.es)[2]).toMatch(/^ID fiscal 84-1234567/)
  })

  it('has a name before anybody has said one, and no empty line', () => {
    expect(letterheadLines(NOBODY, headTexts.en)).toEqual(['Crew'])
  })

  it('is made out to the company with all that its bookkeeper looks for, else to the person', () => {
    const to = { companyName: '', billingAddress: '', taxNumber: '', poNumber: '' }
    expect(billedToLines(to, 'Ana Ruiz', headTexts.en)).toEqual(['Billed to Ana Ruiz'])
    const company = {
      companyName: 'Peak LLC',
      billingAddress: '1 Main St\nDenver',
      taxNumber: '9',
      poNumber: '7',
    }
    expect(billedToLines(company, 'Ana Ruiz', headTexts.es)).toEqual([
      'A nombre de Peak LLC',
      '1 Main St',
      'Denver',
      'ID fiscal 9',
      'Orden de compra 7',
    ])
  })
})
