import type { Readable } from 'node:stream'
import { type clientErrors, VIOLATION_LIMIT_BYTES } from '#contract/client-errors.ts'
import { fieldsIn } from '#contract/outside.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { logPolicyViolation, logScreenError } from './log-client-error.ts'

export const clientErrorHandlers: Handlers<typeof clientErrors> = {
  'POST /api/report-error': async ({ app, body, scope, userAgent }) =>
    logScreenError(app, scope, { ...body, userAgent }),
  'POST /api/report-violation': async ({ app, file, userAgent }) => {
    logPolicyViolation(app, { ...parseReport(await readText(file)), userAgent })
    return { ok: true }
  },
}

/** A file is streamed to its handler without a limit; this one is wanted whole. */
async function readText(file: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of file) {
    const bytes = Buffer.from(chunk as Buffer | string)
    sizeBytes += bytes.length
    if (sizeBytes > VIOLATION_LIMIT_BYTES) throw new Refused('too_large')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

/** Both forms that browsers send: `{"csp-report": {…}}` and a list of `{body: {…}}`. */
function parseReport(sent: string): { directive: unknown; blocked: unknown; page: unknown } {
  try {
    const parsed: unknown = JSON.parse(sent)
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    const report = fieldOf(first, 'csp-report') ?? fieldOf(first, 'body')
    return {
      directive: fieldOf(report, 'effective-directive') ?? fieldOf(report, 'effectiveDirective'),
      blocked: fieldOf(report, 'blocked-uri') ?? fieldOf(report, 'blockedURL'),
      page: fieldOf(report, 'document-uri') ?? fieldOf(report, 'documentURL'),
    }
  } catch {
    throw new Refused('bad_input')
  }
}

function fieldOf(value: unknown, name: string): unknown {
  const fields = fieldsIn(value)
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
