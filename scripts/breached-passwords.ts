/**
 * Makes `data/passwords/breached.bloom` out of a list of stolen passwords, one a line:
 * `node scripts/breached-passwords.ts <list>`. The result is committed; its source stands in data/README.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placesOf } from '../src/server/passwords/find-breached.ts'

const FILE = join(import.meta.dirname, '..', 'data', 'passwords', 'breached.bloom')
/** Shorter ones are refused anyway. */
const SHORTEST = 8
const BITS_EACH = 32

const [list] = process.argv.slice(2)
if (list === undefined) throw new Error('Usage: node scripts/breached-passwords.ts <list>')
const lines = (await readFile(list, 'utf8')).split('\n')
const stolen = [...new Set(lines.map((line) => line.trim().toLowerCase()))].filter(
  (password) => password.length >= SHORTEST,
)
const bloom = Buffer.alloc(Math.ceil((stolen.length * BITS_EACH) / 8))
for (const password of stolen)
  for (const bit of placesOf(password, bloom.length * 8))
    bloom[bit >> 3] = (bloom[bit >> 3] ?? 0) | (1 << (bit & 7))
await writeFile(FILE, bloom)
console.log(`${stolen.length} passwords in ${bloom.length} bytes.`)
