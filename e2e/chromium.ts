/** How Chromium is started where there is no screen, and the two sizes that everything is looked at in. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const PHONE = { width: 360, height: 780 }
export const DESKTOP = { width: 1280, height: 800 }
