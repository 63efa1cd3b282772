import type { ComplexExceptionId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { deleteException } from './exception-queries.ts'

export async function removeException(
  app: App,
  scope: CustomerScope,
  exceptionId: ComplexExceptionId,
): Promise<void> {
  if (!(await deleteException(app.db, scope, exceptionId))) throw new Refused('not_found')
}
