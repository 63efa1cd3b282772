/**
 * `node src/testing/stripe/main.ts --port 0 --state FILE`: the double as a process of its own. Says its address in the
 * first line of its output. More: `--live`, `--secret-key`, `--publishable-key`.
 */
import { parseArgs } from 'node:util'
import { startDouble } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    state: { type: 'string' },
    live: { type: 'boolean', default: false },
    'secret-key': { type: 'string' },
    'publishable-key': { type: 'string' },
  },
})
const double = await startDouble({
  port: Number(values.port),
  isLive: values.live,
  ...(values.state === undefined ? {} : { stateFile: values.state }),
  ...(values['secret-key'] === undefined ? {} : { secretKey: values['secret-key'] }),
  ...(values['publishable-key'] === undefined ? {} : { publishableKey: values['publishable-key'] }),
})
console.log(double.origin)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    double.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
