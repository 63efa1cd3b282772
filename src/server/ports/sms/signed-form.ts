/**
 * How Twilio signs its webhooks (its "Validating Signatures" page): HMAC-SHA1 of the address that is called, followed
 * by every name and value of the form in the order of the names, in base64.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TextAnswer, TextWebhook } from './port.ts'

export type Signing = { readonly url: string; readonly secret: string }

export function signForm(form: URLSearchParams, { url, secret }: Signing): string {
  const names = [...new Set(form.keys())].sort()
  const signed = url + names.flatMap((name) => form.getAll(name).map((value) => name + value)).join('')
  return createHmac('sha1', secret).update(signed).digest('base64')
}

const PHONE = /^\+[1-9]\d{6,14}$/
const MESSAGE_ID = /^[A-Za-z0-9-]{1,64}$/

export function readSignedForm({ body, signature }: TextWebhook, signing: Signing): TextAnswer | null {
  const form = new URLSearchParams(body)
  const right = Buffer.from(signForm(form, signing), 'base64')
  const given = Buffer.from(signature, 'base64')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const [id, from] = [form.get('MessageSid') ?? '', form.get('From') ?? '']
  if (!MESSAGE_ID.test(id) || !PHONE.test(from)) return null
  return { id, from, text: form.get('Body') ?? '' }
}
