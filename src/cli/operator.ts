/**
 * `npm run operator -- add --email NAME@HOST --name "First Last" --role ROLE`: operators never register themselves. The password
 * is read from the environment variable CREW_OPERATOR_PASSWORD or typed, never from the command line's words.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { STAFF_ROLES } from '#domain/staff/roles.ts'
import { readConfig } from '#server/config.ts'
import { openApp } from '#server/open.ts'
import { addOperator } from '#server/users/add-operator.ts'
import { failWith, say } from './terminal.ts'

const USAGE = 'Use it as: npm run operator -- add --email NAME@HOST --name "First Last" [--role ROLE]'

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string' } },
  })
  const { email, name, role } = values
  if (positionals[0] !== 'add' || email === undefined || name === undefined) throw new Error(USAGE)
  if (role !== undefined && !STAFF_ROLES.some((each) => each === role))
    throw new Error(`A role is one of: ${STAFF_ROLES.join(', ')}.`)
  const password = process.env['CREW_OPERATOR_PASSWORD'] ?? (await ask('Password (at least 15 characters): '))
  const app = await openApp(readConfig({ ...process.env, LOG_LEVEL: 'error' }), { say })
  try {
    await addOperator(app, { email, name, password, role })
    say(`${name} can sign in at ${app.config.http.origin}/login with ${email}.`)
  } finally {
    await app.close()
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

run().catch(failWith)
