import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'crew-secrets-'))
const secret = 'a secret of thirty-two characters at the least'

function fileWith(content: string): string {
  const path = join(folder, String(content.length))
  writeFileSync(path, content)
  return path
}

describe('ASVS 13.3.1: a secret', () => {
  test('is read from the file that a variable names, without the end of its line', () => {
    const path = fileWith(`${secret}\n`)
    expect(readConfig({ CREW_SECRET_FILE: path }).secret).toBe(secret)
  })

  test('of any kind: the database, payments and keys for notices lie in files as well', () => {
    const url = fileWith('postgres://app:word@127.0.0.1:5432/crew\n')
    expect(readConfig({ DATABASE_URL_FILE: url }).databaseUrl).toBe('postgres://app:word@127.0.0.1:5432/crew')
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'given twice',
      { CREW_SECRET: secret, CREW_SECRET_FILE: fileWith(`${secret} `) },
      'Both CREW_SECRET and CREW_SECRET_FILE',
    ],
    [
      'in no file',
      { CREW_SECRET_FILE: join(folder, 'nowhere') },
      'CREW_SECRET_FILE names cannot be read (ENOENT)',
    ],
    ['in a folder', { CREW_SECRET_FILE: folder }, 'CREW_SECRET_FILE names cannot be read (EISDIR)'],
    ['in an empty file', { CREW_SECRET_FILE: fileWith('\n') }, 'CREW_SECRET_FILE names is empty'],
    ['too short', { CREW_SECRET_FILE: fileWith('short') }, 'CREW_SECRET is not right'],
  ])('%s stops the start with its name', (_, environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test('never stands in what is said of a file that is wrong', () => {
    const path = fileWith('hunter2-hunter2')
    expect(() => readConfig({ CREW_SECRET_FILE: path })).not.toThrow('hunter2')
  })

  test('a variable that is no secret has no file', () => {
    expect(readConfig({ PORT_FILE: fileWith('4000') }).http.port).toBe(3000)
  })
})
