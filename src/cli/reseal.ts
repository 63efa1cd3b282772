/** `npm run reseal`: seals with CREW_SECRET what a secret of CREW_FORMER_SECRETS sealed, after which that one may go. */
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { rewriteSealed } from '#server/sealed/rewrite-sealed.ts'
import { failWith, say } from './terminal.ts'

async function run(): Promise<void> {
  const app = await openApp(readConfig({ ...process.env, LOG_LEVEL: 'error' }), { say })
  try {
    const { looked, rewritten, unopened } = await rewriteSealed(app)
    say(`${rewritten} of ${looked} were sealed anew.`)
    for (const what of unopened) say(`No secret that is known opens ${what}.`)
    if (unopened.length > 0) process.exitCode = 1
    else say('CREW_FORMER_SECRETS is needed for no sealed thing any more.')
  } finally {
    await app.close()
  }
}

run().catch(failWith)
