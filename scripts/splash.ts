/** Seed §1: iOS shows a picture while the installed app starts; it must match the screen's exact pixels. */

/** Points wide, points high, pixels a point: iPhones from the SE to the Air and 17 Pro Max, iPads from the mini to the 13 inch. */
export const splashSizes = [
  [320, 568, 2],
  [375, 667, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 736, 3],
  [414, 896, 2],
  [414, 896, 3],
  [420, 912, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
  [744, 1133, 2],
  [768, 1024, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1112, 2],
  [834, 1194, 2],
  [834, 1210, 2],
  [1024, 1366, 2],
  [1032, 1376, 2],
] as const

export function splashName([width, height, ratio]: (typeof splashSizes)[number]): string {
  return `splash/${width * ratio}x${height * ratio}.png`
}

export function splashLinks(): string[] {
  return splashSizes.map((size) => {
    const [width, height, ratio] = size
    const media = `(device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: portrait)`
    return `<link rel="apple-touch-startup-image" media="${media}" href="/${splashName(size)}" />`
  })
}
