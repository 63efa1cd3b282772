import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function bootstrap(...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.js', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('a command that is not there is named, with those that are', () => {
  const { status, stderr } = bootstrap('strat')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^There is no command strat; there are start, dev, test, /)
})

test('the command gets the arguments, and its exit code is the answer', () => {
  const { status, stderr } = bootstrap('test', 'spelling')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^There is no step spelling; there are: format, lint, types, /)
})

test('every script of package.json that goes through the bootstrap has its command', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const text = readFileSync(join(root, 'scripts/bootstrap.js'), 'utf8')
  const commands = Object.values(scripts).flatMap((script) => /bootstrap\.js (\w+)/.exec(script)?.[1] ?? [])
  expect(commands).toContain('start')
  expect(commands.filter((command) => !text.includes(`  ${command}: '`))).toEqual([])
})

type Locked = { optionalDependencies?: Record<string, string> }

// npm leaves out the builds of other platforms where it could not look them up, and `npm ci` then refuses everywhere.
test('the lockfile names the builds of every platform, so that a clean install works', () => {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const missing = Object.entries(lockfile.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        !lockfile.packages[`${path}/node_modules/${name}`] && !lockfile.packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})
