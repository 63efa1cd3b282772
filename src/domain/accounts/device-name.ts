/** In this order: browsers and systems name others, too, that they are like. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** `Chrome · Android` out of a user agent: enough to know one's own device. */
export function deviceName(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].map((words) => words.find(([word]) => word.test(userAgent))?.[1])
  return named.filter(Boolean).join(' · ') || userAgent.slice(0, 40)
}
