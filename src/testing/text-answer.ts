import { type Home, signingOf } from '#server/ports/sms/embedded.ts'
import type { TextAnswer, TextWebhook } from '#server/ports/sms/port.ts'
import { signForm } from '#server/ports/sms/signed-form.ts'

/** What the provider would send when somebody answers: tests have no phones. */
export function answerByPhone({ id, from, text }: TextAnswer, home: Home): TextWebhook {
  const form = new URLSearchParams({ MessageSid: id, From: from, Body: text })
  return { body: form.toString(), signature: signForm(form, signingOf(home)) }
}
