/** Asks servers whose certificate is not what it should be. The key and the certificates were made for this test and open nothing. */
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createCallOut, type Outgoing } from './call-out.ts'

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCQOO40MRsMQ12BMQ
eolsGHzf26cROHtk09gILEnLkRuhRANCAATDKRvT935WLS1NgJx7L1HF6esTxmIg
j44sl8h+ets5t83J2V4ZAUKj/UCiNQDBp9K7YVGNWb805GFZoBS4enk4
-----END PRIVATE KEY-----`
/** Of crew.test, until 2126. */
const GOOD = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAljcmV3LnRl
c3QwIBcNMjYwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWNyZXcudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMMpG9P3flYtLU2A
nHsvUcXp6xPGYiCPjiyXyH562zm3zcnZXhkBQqP9QKI1AMGn0rthUY1ZvzTkYVmg
FLh6eTijSDBGMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJY3Jldy50ZXN0
MB0GA1UdDgQWBBRPsZldA6xVnhcadSPFzUVC/upJ6jAKBggqhkjOPQQDAgNHADBE
AiBlGua7GBMlscHhorbHXyGynfjcGwvPRYwya3zaKHe7twIgIellOwsE3N9z0XbY
xWTii5lW8j8kcwEu7nqDD9+V7kQ=
-----END CERTIFICATE-----`
/** Of crew.test, until 2021. */
const OVER = `-----BEGIN CERTIFICATE-----
MIIBYDCCAQWgAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAljcmV3LnRl
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlj
cmV3LnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATDKRvT935WLS1NgJx7
L1HF6esTxmIgj44sl8h+ets5t83J2V4ZAUKj/UCiNQDBp9K7YVGNWb805GFZoBS4
enk4o0gwRjAPBgNVHRMBAf8EBTADAQH/MBQGA1UdEQQNMAuCCWNyZXcudGVzdDAd
BgNVHQ4EFgQUT7GZXQOsVZ4XGnUjxc1FQv7qSeowCgYIKoZIzj0EAwIDSQAwRgIh
AISh2+bY6GTXTvtnCY9bG3npCX8jW28eV+F0YuR5eZBIAiEA2RQocwdQwP9feZN9
v2szZxDKKKzvGnVSzvI6EdwYQHM=
-----END CERTIFICATE-----`

const GET: Outgoing = { method: 'GET', maximumBytes: 1_000, timeoutMs: 5_000 }
const usual = getCACertificates('default')

let server: Server | undefined
afterEach(() => {
  setDefaultCACertificates(usual)
  server?.closeAllConnections()
  server?.close()
})

/** Calls a server of ours by a name that leads to it. */
async function call(name: string, cert: string): Promise<string> {
  server = createServer({ key: KEY, cert }, (_, response) => void response.end('hello'))
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const origin = `https://${name}:${(server.address() as AddressInfo).port}`
  const lookUp = async () => [{ address: '127.0.0.1', family: 4 }]
  const { body } = await createCallOut({ allowedOrigins: [origin], lookUp })(origin, GET)
  return body.toString()
}

test('asvs 12.3.2: a certificate that nobody we trust has signed is refused', async () => {
  await expect(call('crew.test', GOOD)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})

test('asvs 12.3.2: one of another name, or that is over, is refused though we trust who signed it', async () => {
  setDefaultCACertificates([...usual, GOOD, OVER])
  await expect(call('evil.test', GOOD)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  await expect(call('crew.test', OVER)).rejects.toMatchObject({ code: 'CERT_HAS_EXPIRED' })
})

test('a good one of the right name is taken', async () => {
  setDefaultCACertificates([...usual, GOOD])
  expect(await call('crew.test', GOOD)).toBe('hello')
})
