/** A bar on the error stream where somebody watches; nothing where the output is kept. */
export function showProgress(done: number, total: number, what: string): void {
  if (!process.stderr.isTTY) return
  const filled = Math.round((30 * done) / total)
  const bar = '█'.repeat(filled) + '░'.repeat(30 - filled)
  process.stderr.write(`\r${bar} ${done}/${total} ${what.padEnd(20)}${done === total ? '\r\u001b[2K' : ''}`)
}
