/** Whoever has one address of IPv6 has all that begin with the same 64 bits. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const parts = head.split(':').filter((part) => part !== '')
  const rest = tail === undefined ? [] : tail.split(':').filter((part) => part !== '')
  const zeros = Array.from({ length: Math.max(0, 8 - parts.length - rest.length) }, () => '0')
  return [...parts, ...zeros, ...rest].slice(0, 4).join(':')
}
