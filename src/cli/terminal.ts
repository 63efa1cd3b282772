/** What commands show the person at the terminal. */

export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

/** Ends the command with one sentence; the whole story only with `CREW_DEBUG=1`. */
export function failWith(error: unknown): never {
  const sentence = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${sentence}\n`)
  if (process.env['CREW_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}

export type Progress = (done: number, total: number) => void

const WIDTH = 30

/** A bar on one line of a terminal; on anything else a line every tenth. */
export function createProgress(what: string): Progress {
  let lastTenth = -1
  return (done, total) => {
    const share = total === 0 ? 1 : Math.min(1, done / total)
    if (process.stdout.isTTY) {
      const filled = Math.round(share * WIDTH)
      process.stdout.write(
        `\r${what} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.round(share * 100)}%${share === 1 ? '\n' : ''}`,
      )
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth > lastTenth) say(`${what}: ${tenth * 10}%`)
    lastTenth = tenth
  }
}
