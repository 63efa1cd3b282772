export const root: string
export function projectEnvironment(extra?: Record<string, string>): Record<string, string>
export function runQuietly(
  program: string,
  args: readonly string[],
  options?: { env?: Record<string, string> },
): Promise<{ code: number; output: string }>
