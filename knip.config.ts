/**
 * Where knip begins to read. `knip` counts tests, benches and scripts as users, and wants no export that only its own
 * file uses. `knip --production` counts what ships (marked by `!`): what only a test calls is not a rule of the house.
 * There it is enough that a file uses its export itself: tests may look at parts of what runs. What is promised to
 * others, and asked for by nobody here yet, is marked `@public` where it stands.
 */
import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'src/cli/{start,dev,seed,simulate,reconcile,backup,restore,operator,clock,doctor,reseal,schema}.ts!',
    'src/web/styles.css!',
    'src/web/offline/service-worker.ts!',
    'src/web/{prerender.tsx,drawn/external-store.ts,start/{after-paint,first-taps}.ts}!',
    'src/testing/{hanging-worker,stripe/main}.ts',
    'scripts/{bootstrap,types}.js',
    'scripts/{advisories,breached-passwords,check,cluster/main,face,icons,lifecycles,stripe-tables}.ts',
    'bench/{main,streams-server,feeds/platforms,hostile-bank/server,raw/product-server,raw/raw-server,soak/probe,tasks/work}.ts',
    'e2e/{screenshots,builds.config}.ts',
  ],
  project: [
    '{src,sim}/**/*.{ts,tsx,css}!',
    '{scripts,bench,e2e}/**/*.{ts,tsx,js}',
    '*.ts',
    '!**/*.{test,testing}.{ts,tsx}!',
    '!src/{architecture,testing}/**!',
    '!src/server/ports/*/behaviour*.ts!',
  ],
  ignoreExportsUsedInFile: process.argv.includes('--production'),
}

export default config
