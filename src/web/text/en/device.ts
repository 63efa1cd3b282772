/** Texts about the device that the pages run on. */
export const device = {
  notNow: 'Not now',
  install: {
    title: 'Put Crew on your home screen',
    body: 'It opens like an app, and also without a connection.',
    hint: 'Tap the share button of your browser, then “Add to Home Screen”.',
    act: 'Install',
  },
  push: {
    title: 'Get notifications on this device',
    body: 'When a crew is on the way, when a job changes, when something needs you.',
    isOn: 'This device gets notifications.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    failed: 'Notifications could not be changed. Please try again.',
  },
}
