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
const NETWORK = String.raw`['"\x60](?:node:)?(https?|http2|tls|dgram|net)['"\x60]`
/** What is taken may stand on several lines; nothing is quoted before the name of the module. */
const TAKEN = new RegExp(String.raw`\b(?:import|export)\b([\w$\s{},*]*?)\bfrom\s*${NETWORK}`, 'g')
/** Without names: for its effect, later, or past the imports. */
const TAKEN_WHOLE = new RegExp(String.raw`\b(?:import|(?:import|require|getBuiltinModule)\s*\()\s*${NETWORK}`)
/** Of `node:net`: these judge an address and call nobody. */
const JUDGING = ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress']
/** By which Node, and what stands on it, is told not to look. */
const UNCHECKING =
  /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity\s*:|--insecure\b/

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

test.each<[string, boolean]>([
  ["const answer = await fetch('https://crew.example')", true],
  ["import { request } from 'node:https'", true],
  ["import { type IncomingMessage, request as requestHttp } from 'node:http'", true],
  ["import { connect } from 'node:net'", true],
  ["import net from 'node:net'", true],
  ["import * as net from 'node:net'", true],
  ["import net, { isIP } from 'node:net'", true],
  ["import { isIP, Socket } from 'node:net'", true],
  ["import {\n  connect as reach,\n  isIP,\n} from 'node:net'", true],
  ["import {\n  type RequestOptions,\n  request,\n} from 'node:https'", true],
  ['import { request } from "https"', true],
  ["import 'node:tls'", true],
  ["export { request } from 'node:https'", true],
  ["const { request } = await import('node:https')", true],
  ['const { request } = await import(\n  `node:https`,\n)', true],
  ["const { connect } = require('net')", true],
  ["process.getBuiltinModule('node:http2')", true],
  ["import type { ServerResponse } from 'node:http'", false],
  ["import { isIP } from 'node:net'", false],
  ["import {\n  BlockList,\n  isIP,\n  type LookupFunction,\n} from 'node:net'", false],
  ["import { type IncomingMessage, type ServerResponse } from 'node:http'", false],
  ["import { readFileSync } from 'node:fs'\nimport type { Socket } from 'node:net'", false],
  ["export const SCHEME = 'https'", false],
  ['await refetch()', false],
])('%s calls out: %s', (code, isCall) => {
  expect(callsOut(code)).toBe(isCall)
})

function callsOut(code: string): boolean {
  if (/\bfetch\(/.test(code) || TAKEN_WHOLE.test(code)) return true
  return [...code.matchAll(TAKEN)].some(([, names = '', module]) => {
    const values = valuesIn(names)
    return module === 'net' ? values.some((name) => !JUDGING.includes(name)) : values.length > 0
  })
}

/** What is left when it runs: requests that come in have types, and those call nobody. */
function valuesIn(names: string): string[] {
  if (/^\s+type\s+[\w${*]/.test(names)) return []
  return names
    .split(/[{},]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(/\s+as\s+/)[0]!)
}
