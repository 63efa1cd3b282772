import type { App } from '../app.ts'
import type { UserScope } from '../scope.ts'
import { askForAddress } from './send-sign-in-link.ts'

/** Answers the same whether or not the address is somebody's: who has it learns of it, and nobody else. */
export async function changeEmail(app: App, scope: UserScope, email: string): Promise<void> {
  await askForAddress(app, scope.userId, email)
}
