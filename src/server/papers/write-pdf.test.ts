import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readPdf } from '#testing/read-pdf.ts'
import { type PaperContent, writePdf } from './write-pdf.ts'

const paper = (rows: readonly (readonly string[])[]): PaperContent => ({
  letterhead: ['Crew Denver LLC', 'Calle 1'],
  title: 'Crew · Recibo',
  headline: '$1,234.50',
  facts: ['Ana Núñez', 'Número 1'],
  tables: [
    {
      title: 'Visitas',
      columns: [
        { title: 'Servicio', share: 50 },
        { title: 'Lugar', share: 30 },
        { title: 'Importe', share: 20, isNumber: true },
      ],
      rows,
      sums: [
        { label: 'Subtotal', amount: '$1,200' },
        { label: 'Total', amount: '$1,234.50', isTotal: true },
      ],
    },
  ],
  madeAt: 'Hecho hoy',
  pageOf: (page, pageCount) => `Página ${page} de ${pageCount}`,
})

async function read(content: PaperContent): Promise<string[][]> {
  return readPdf(await buffer(writePdf(content)))
}

test('accents, the euro and typographic marks stand as they are', async () => {
  const [page] = await read(paper([['Recolección – “rápida”', 'Año Ñandú', '-€5']]))
  expect(page).toEqual([
    'Crew Denver LLC',
    'Calle 1',
    'CREW · RECIBO',
    '$1,234.50',
    'Ana Núñez',
    'Número 1',
    'Visitas',
    'Servicio',
    'Lugar',
    'Importe',
    'Recolección – “rápida”',
    'Año Ñandú',
    '-€5',
    'Subtotal',
    '$1,200',
    'Total',
    '$1,234.50',
    'Hecho hoy',
    'Página 1 de 1',
  ])
})

test.each([
  ['Łukasz Żółć', 'Łukasz Żółć'],
  ['Нина & Ωmega', 'Нина & Ωmega'],
  ['Nguyễn', 'Nguyễn'],
  ['Casa 😀 azul', 'Casa 😀 azul'],
  ['👨‍👩‍👧 home', 'home'],
  ['evil\u202egpj.exe\u0000', 'evilgpj.exe'],
])('the name %s is written', async (name, written) => {
  const [page] = await read(paper([[name, '', '$1']]))
  expect(page!.join('').replaceAll(/\s/g, '')).toContain(written.replaceAll(/\s/g, ''))
})

test('a name from right to left is set from right to left, whole', async () => {
  const [page] = await read(paper([['משה כהן', 'محمد', '$1']]))
  const letters = [...page!.join('')]
  for (const letter of 'משהכהן') expect(letters).toContain(letter)
})

test('a word that is longer than its column is broken, not cut', async () => {
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
  const [page] = await read(paper([[word, word, '$1']]))
  expect(page!.join('')).toContain(word + word)
})

test('long lists go over pages, each with the head and its number, and the sums stay together', async () => {
  const pages = await read(
    paper(Array.from({ length: 200 }, (_, index) => [`Visit ${index}`, 'Home', '$10'])),
  )
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) {
    if (index < pages.length - 1) expect(page).toContain('Importe')
    expect(page.at(-1)).toBe(`Página ${index + 1} de ${pages.length}`)
  }
  const written = pages.flat()
  for (let index = 0; index < 200; index++)
    expect(written.filter((each) => each === `Visit ${index}`)).toHaveLength(1)
  expect(pages.at(-1)).toEqual(expect.arrayContaining(['Subtotal', 'Total', '$1,234.50']))
})

test('five thousand lines are written page by page, as fast as they are taken, in little memory', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => [`Sunday trash-out ${index}`, 'Дом', '$10.25'])
  const content = paper(rows)
  global.gc?.()
  const before = process.memoryUsage().heapUsed + process.memoryUsage().external
  const began = performance.now()
  let most = 0
  let size = 0
  for await (const chunk of writePdf(content)) {
    size += (chunk as Buffer).length
    const { heapUsed, external } = process.memoryUsage()
    most = Math.max(most, heapUsed + external - before)
  }
  const took = performance.now() - began
  expect(took).toBeLessThan(10_000)
  expect(size).toBeLessThan(2_000_000)
  expect(most).toBeLessThan(150 * 1024 * 1024)
}, 30_000)
