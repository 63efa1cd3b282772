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

/** WebGL by the processor alone, for maps with streets; by default there is none, as on an old phone. */
export const SOFTWARE_GL_FLAGS = [
  ...CHROMIUM_FLAGS.filter((flag) => flag !== '--disable-gpu'),
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
]

/** For pictures that are compared: letters alike on each machine with this browser. */
export const STILL_FLAGS = [
  ...CHROMIUM_FLAGS,
  // Maps as they are drawn where there is no WebGL: streets come when the page has been open for a while.
  '--disable-3d-apis',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
]

export const PHONE = { width: 360, height: 780 }
export const DESKTOP = { width: 1280, height: 800 }
