/**
 * Makes `data/passwords/breached.bloom` out of a list of stolen passwords, one a line:
 * `node scripts/breached-passwords.ts <list>`. The result is committed; its source stands in data/README.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bloomBits, bloomOf } from '../src/server/passwords/find-breached.ts'

const FILE = join(import.meta.dirname, '..', 'data', 'passwords', 'breached.bloom')
/** Shorter ones are refused anyway. */
const SHORTEST = 8

const [list] = process.argv.slice(2)
if (list === undefined) throw new Error('Usage: node scripts/breached-passwords.ts <list>')
const lines = (await readFile(list, 'utf8')).split('\n')
const stolen = [...new Set(lines.map((line) => line.trim().toLowerCase()))].filter(
  (password) => password.length >= SHORTEST,
)
await writeFile(FILE, bloomOf(stolen))
console.log(`${stolen.length} passwords in ${bloomBits(stolen.length) / 8} bytes.`)
