/** Milliseconds on the wall. */
export function wallMs(): number {
  return performance.now()
}

/** Milliseconds that this thread itself has worked: the same on a machine that others keep busy. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
