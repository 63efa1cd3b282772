import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { emailTaken } from './check-person.ts'
import { findByEmail, updateUser } from './queries.ts'
import { accountMails } from './texts.ts'

export async function changeEmail(app: App, scope: UserScope, email: string): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const taken = await findByEmail(trx, email)
    if (taken !== undefined && taken.id !== scope.userId) throw emailTaken()
    await updateUser(trx, scope.userId, { email })
    const { subject, text } = accountMails[scope.locale].emailChanged(scope.name, app.config.supportEmail)
    await enqueue(
      trx,
      'send_mail',
      { key: `email:${scope.userId}:${now}`, to: scope.email, subject, text, userId: scope.userId },
      { now },
    )
  })
}
