/** Who calls other machines, and that addresses which people gave are judged. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
/** Whom each calls: addresses of the configuration or our own, never one that somebody typed. */
const CALLERS: Readonly<Record<string, string>> = {
  'src/server/going-live/check-address.ts': 'our own address',
  'src/server/going-live/check-maps.ts': 'the maps of the configuration',
  'src/server/ports/hospitable/ask.ts': 'HOSPITABLE_API_BASE and HOSPITABLE_AUTH_BASE',
  'src/server/ports/matrix/osrm.ts': 'OSRM_URL',
  'src/server/ports/outgoing/call-out.ts': 'what people gave, judged at the moment of connecting',
  'src/server/ports/places/photon.ts': 'PLACES_URL',
  'src/server/postgres/lock.ts': 'the socket of the embedded database',
}
const CALLING =
  /\bfetch\(|\bfrom 'node:(?:https?|http2|tls|dgram)'|\b(?:connect|createConnection)\b[^'\n]*'node:net'/
/** By which Node, and what stands on it, is told not to look. */
const UNCHECKING =
  /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity\s*:|--insecure\b/
/** Types of requests that come in. */
const TYPES_ALONE = /^import type .*$/gm

test('security 6: nobody else calls other machines, so that no address which somebody gave goes unjudged', () => {
  const callers = ['src/server', 'src/cli', 'src/domain', 'src/contract'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => name.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
      .filter((path) => callsOut(readFileSync(join(ROOT, path), 'utf8'))),
  )
  expect(callers.toSorted()).toEqual(Object.keys(CALLERS))
})

test('asvs 12.3.2: nothing leaves a certificate unchecked', () => {
  const folders = ['src/server', 'src/cli', 'scripts']
  const unchecking = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.(ts|js|sh)$/.test(name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
      .filter((path) => UNCHECKING.test(readFileSync(join(ROOT, path), 'utf8'))),
  )
  expect(unchecking).toEqual([])
  expect(UNCHECKING.test('connect({ rejectUnauthorized: false })')).toBe(true)
})

test.each([
  ["const answer = await fetch('https://crew.example')", true],
  ["import { request } from 'node:https'", true],
  ["import { type IncomingMessage, request as requestHttp } from 'node:http'", true],
  ["import { connect } from 'node:net'", true],
  ["import type { ServerResponse } from 'node:http'", false],
  ["import { isIP } from 'node:net'", false],
  ['await refetch()', false],
])('%s calls out: %s', (code, isCall) => {
  expect(callsOut(code)).toBe(isCall)
})

function callsOut(code: string): boolean {
  return CALLING.test(code.replaceAll(TYPES_ALONE, ''))
}
