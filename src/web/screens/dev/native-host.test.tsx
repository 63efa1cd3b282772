import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { NativeHostSamples } from './native-host.tsx'

afterEach(() => {
  cleanup()
  delete window.ReactNativeWebView
  vi.restoreAllMocks()
})

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('both sides of the bridge are played on one page', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await renderScreen(<NativeHostSamples />)
  await press('Play the native app')
  expect(await screen.findByText(/"appVersion": "3.1.4"/)).toBeTruthy()
  expect(screen.getByText('{"type":"ready"}')).toBeTruthy()
  await press('Version 3.2.0')
  expect(screen.getByText(/"appVersion": "3.2.0"/)).toBeTruthy()
  await press('Unknown (ignored)')
  expect(console.warn).toHaveBeenCalledOnce()
  await press('Job completed')
  expect(screen.getByText('{"type":"jobCompleted","visitId":"visit-1","location":null}')).toBeTruthy()
  await press('Location fails')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Unable to include location')
})
