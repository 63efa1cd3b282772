/** Messages leave by the ports. Their key makes a second try harmless. */
import type { Task } from '../tasks/task.ts'

export const sendMail: Task<'send_mail'> = {
  kind: 'send_mail',
  tries: 8,
  outside: ({ ports }, mail) => ports.mail.send(mail),
}
export const sendSms: Task<'send_sms'> = {
  kind: 'send_sms',
  tries: 5,
  outside: ({ ports }, text) => ports.sms.send(text),
}
export const sendPush: Task<'send_push'> = {
  kind: 'send_push',
  tries: 3,
  outside: ({ ports }, push) => ports.push.send(push),
}
