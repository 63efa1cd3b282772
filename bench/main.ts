/** `npm run bench -- <name> [flags]`: what this house measures of itself, by name; all of it without a name. */
import { cpus, loadavg } from 'node:os'

type Bench = { readonly run: (flags: readonly string[]) => Promise<void> | void }

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  routing: () => import('./routing.bench.ts'),
  import: () => import('./import.ts'),
  planning: () => import('./planning.ts'),
  holidays: () => import('./holidays.ts'),
  'job-routes': () => import('./job-routes.ts'),
  reads: () => import('./reads.ts'),
  load: () => import('./load.ts'),
  raw: () => import('./raw.ts'),
  growth: () => import('./growth.ts'),
  feeds: () => import('./feeds.ts'),
  search: () => import('./search.ts'),
  dispatch: () => import('./dispatch.ts'),
  offers: () => import('./offers.ts'),
  streams: () => import('./streams.ts'),
  tasks: () => import('./tasks.ts'),
  'hostile-bank': () => import('./hostile-bank.ts'),
  mutants: () => import('./mutants.ts'),
  planted: () => import('./planted.ts'),
  'first-screen': () => import('./first-screen.ts'),
  taps: () => import('./taps.ts'),
  month: () => import('./month.ts'),
  soak: () => import('./soak.ts'),
}

const [asked, ...flags] = process.argv.slice(2)
const names = asked === undefined ? Object.keys(BENCHES) : [asked]
if (names.some((name) => BENCHES[name] === undefined)) {
  console.error(`Nothing is measured by that name. There are: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = 2
} else {
  const cores = cpus()
  const busy = loadavg()[0]!.toFixed(1)
  console.log(
    `${cores.length} × ${cores[0]?.model ?? 'unknown processor'}, Node ${process.version}, load ${busy} at the start`,
  )
  for (const name of names) {
    console.log(`\n── ${name}\n`)
    await (await BENCHES[name]!()).run(flags)
  }
}
