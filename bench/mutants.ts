/**
 * Plants bugs by rule, one at a time and only in memory, in the rules that must not be wrong, and asks the tests that
 * reach them: the nearest first, all of them before one is said to have survived. The same seed plants the same bugs.
 * The bar: nine of ten are seen, in each area. The database is not asked: what a rule decides its own tests must see.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AREAS, filesOf, NEAR_STEPS, readReach } from './mutants/areas.ts'
import { EQUIVALENT } from './mutants/equivalent.ts'
import { type Mutant, mutantsOf } from './mutants/mutate.ts'
import { openTests, ROOT, type TestRunner } from './mutants/run-tests.ts'
import { printTable } from './table.ts'

const BAR = 0.9

type Planted = Mutant & { readonly file: string; readonly code: string }
type Fate = 'killed' | 'endless' | 'survived'
type Count = {
  readonly area: string
  readonly known: number
  readonly fates: readonly Fate[]
  readonly equivalent: number
}

/** Arguments: names of areas, `--count 80` in each, `--seed 1`, `--file path` for one file, `--all`. */
export async function run(args: readonly string[]): Promise<void> {
  const given = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const seed = given('--seed') ?? '1'
  const count = args.includes('--all') ? Number.POSITIVE_INFINITY : Number(given('--count') ?? 80)
  const asked = Object.keys(AREAS).filter((area) => args.includes(area))
  const areas = asked.length > 0 ? asked : Object.keys(AREAS)
  console.log(`seed ${seed}, at most ${count} in each area, bar ${BAR * 100} %\n`)
  const reach = readReach()
  const tests = await openTests(['unit', 'web'])
  const counts: Count[] = []
  try {
    for (const area of areas) {
      const files = filesOf(area).filter((file) => given('--file') === undefined || file === given('--file'))
      const all = files.flatMap(plantedIn)
      const sample = all
        .toSorted((one, other) => (orderOf(seed, one) < orderOf(seed, other) ? -1 : 1))
        .slice(0, count)
      const alive = sample.filter((mutant) => !isEquivalent(mutant))
      await passWithout([...new Set(alive.map(({ file }) => file))].flatMap(reach), tests)
      const fates: Fate[] = []
      for (const mutant of alive) fates.push(await fateOf(mutant, tests, reach(mutant.file)))
      counts.push({ area, known: all.length, fates, equivalent: sample.length - alive.length })
    }
  } finally {
    await tests.close()
  }
  report(counts)
}

function plantedIn(file: string): Planted[] {
  const code = readFileSync(join(ROOT, file), 'utf8')
  return mutantsOf(file, code).map((mutant) => ({ ...mutant, file, code }))
}

/** By what is planted where: another file's changes do not change the sample here. */
function orderOf(seed: string, { file, start, end, instead, code }: Planted): string {
  const text = [seed, file, code.slice(0, start).split('\n').at(-1), code.slice(start, end), instead, start]
  return createHash('sha256').update(text.join('\0')).digest('hex')
}

/** A test that fails anyhow would kill everything. */
async function passWithout(reached: readonly { readonly file: string }[], tests: TestRunner): Promise<void> {
  const { failures } = await tests.run(null, [...new Set(reached.map(({ file }) => file))])
  const [first] = failures
  if (first)
    throw new Error(`fails without a bug: ${first.file} ${first.title}: ${first.message.split('\n')[0]}`)
}

async function fateOf(
  mutant: Planted,
  tests: TestRunner,
  reached: readonly { readonly file: string; readonly steps: number }[],
): Promise<Fate> {
  const { start, end, instead } = mutant
  const change = { path: join(ROOT, mutant.file), start, end, instead }
  const near = reached.filter(({ steps }) => steps <= NEAR_STEPS)
  const far = reached.filter(({ steps }) => steps > NEAR_STEPS)
  for (const some of [near, far]) {
    if (some.length === 0) continue
    const { failures } = await tests.run(
      change,
      some.map(({ file }) => file),
    )
    if (failures.length === 0) continue
    return failures.some(
      ({ message }) => message.includes('a loop without an end') || /timed out/i.test(message),
    )
      ? 'endless'
      : 'killed'
  }
  console.log(`survived  ${placeOf(mutant)}  ${mutant.rule}: ${shown(mutant)}`)
  return 'survived'
}

function placeOf({ file, code, start }: Planted): string {
  return `${file}:${code.slice(0, start).split('\n').length}`
}

function shown({ code, start, end, instead }: Planted): string {
  const from = code.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 90)
  return `“${from}” is “${instead.replaceAll(/\s+/g, ' ').slice(0, 90)}”`
}

function isEquivalent({ file, code, start, end, instead }: Planted): boolean {
  const from = code.slice(0, start).lastIndexOf('\n') + 1
  const line = code.slice(from, code.indexOf('\n', start)).trim()
  const was = code.slice(start, end)
  return EQUIVALENT.some(
    (each) => each.file === file && each.line === line && each.from === was && each.to === instead,
  )
}

function report(counts: readonly Count[]): void {
  const share = ({ fates }: Count) =>
    fates.length === 0 ? 1 : fates.filter((fate) => fate !== 'survived').length / fates.length
  const of = ({ fates }: Count, fate: Fate) => String(fates.filter((each) => each === fate).length)
  console.log('')
  printTable([
    ['area', 'possible', 'planted', 'killed', 'without an end', 'survived', 'equivalent', 'seen'],
    ...counts.map((count) => [
      count.area,
      String(count.known),
      String(count.fates.length),
      of(count, 'killed'),
      of(count, 'endless'),
      of(count, 'survived'),
      String(count.equivalent),
      `${(share(count) * 100).toFixed(1)} %`,
    ]),
  ])
  if (counts.some((count) => share(count) < BAR)) process.exitCode = 1
}
