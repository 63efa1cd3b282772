import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../app.ts'

/** Names of files are made by us and never by a customer. */
export function pathOfImport(app: App, storedAs: string): string {
  return join(app.config.dataDirectory, 'imports', storedAs)
}

/** A file that is gone already is no fault. */
export async function removeFile(app: App, storedAs: string): Promise<void> {
  await rm(pathOfImport(app, storedAs), { force: true })
}
