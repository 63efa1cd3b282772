import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PhotoHero } from './photo-hero.tsx'
import './photo-viewer.tsx'

afterEach(cleanup)

const PHOTOS = [
  { url: '/images/f_webp,w_1280,q_80/a?exp=1&sig=2', alt: 'Photo 1, 8:00 AM', label: 'After' },
  { url: '/images/f_webp,w_1280,q_80/b?exp=1&sig=2', alt: 'Your photo 1', label: 'Before' },
]

async function openViewer() {
  const view = await renderScreen(<PhotoHero photos={PHOTOS} caption="Photo proof" />, {
    user: { type: 'Customer' },
    replies: {},
  })
  fireEvent.click(screen.getByRole('button', { name: /Open photo 1 of 2$/ }))
  await view.settle()
  return await screen.findByRole('dialog', {}, { timeout: 10_000 })
}

test('the chosen picture is the large one', async () => {
  await renderScreen(<PhotoHero photos={PHOTOS} caption="Photo proof" />, {
    user: { type: 'Customer' },
    replies: {},
  })
  expect(screen.getByRole('img', { name: 'Photo 1, 8:00 AM' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: /Show photo 2 of 2$/ }))
  expect(screen.getByRole('img', { name: 'Your photo 1' })).toBeDefined()
  expect(screen.getByText('Before')).toBeDefined()
})

test('over the whole screen arrow keys go on and stop at the ends, plus and minus look closer and back', async () => {
  const dialog = await openViewer()
  const shown = () => within(dialog).getByRole<HTMLImageElement>('img')
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(shown().alt).toBe('Your photo 1')
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(shown().alt).toBe('Your photo 1')
  expect(within(dialog).getByText('2 of 2')).toBeDefined()
  fireEvent.keyDown(dialog, { key: '+' })
  expect(shown().src).toContain('w_2048')
  expect(shown().style.width).toBe('250%')
  fireEvent.keyDown(dialog, { key: '-' })
  expect(shown().style.width).toBe('')
  fireEvent.keyDown(dialog, { key: 'ArrowLeft' })
  expect(shown().alt).toBe('Photo 1, 8:00 AM')
})
