/** Tells the server that a screen broke. Answers the reference that stands in its log; undefined where it could not be told. */
import { call } from '#web/api.ts'
import { ownBuildId } from '#web/builds/build-check.ts'

export async function sendClientError(error: unknown): Promise<string | undefined> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  try {
    const { reference } = await call('POST /api/report-error', {
      body: {
        message: message.slice(0, 500),
        stack: stack?.slice(0, 4_000),
        path: location.pathname.slice(0, 2_000),
        buildId: ownBuildId(),
      },
    })
    return reference
  } catch {
    return undefined
  }
}
